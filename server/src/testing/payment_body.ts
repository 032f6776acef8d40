import {
  exampleBilling,
  exampleCard,
  exampleMethod,
  examplePayment,
} from '#resources/payments/payments/example.ts'

export const billing = exampleBilling

/** A card payment that is approved, confirmed at once. */
export function paymentBody(more: object): object {
  return { ...examplePayment, ...more }
}

/** The method, its data and the billing address for a payment with another card. */
export function withCard(card_number = exampleCard.card_number, card: object = {}) {
  const data = { card: { ...exampleCard, card_number, ...card } }
  return { ...exampleMethod, payment_method_data: data }
}
