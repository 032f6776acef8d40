// Fields shared by test events in all resources.
/** In minor units. */
export const AMOUNT = 1_999
export const money = { amount: AMOUNT, currency: 'EUR' }
export const metadata = { order_id: 'test_order' }

export const declined = {
  unified_code: 'UE_1007',
  unified_message: 'The card was declined by the issuer',
  error_code: '05',
  error_message: 'Do not honor',
}
export const notDeclined = {
  unified_code: null,
  unified_message: null,
  error_code: null,
  error_message: null,
}
