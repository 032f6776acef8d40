// Evidence that convinces an issuer, by dispute reason, most important first.
import type { FieldName } from './evidence_fields.ts'

export interface Point {
  readonly field: FieldName
  readonly why: string
}

const story: Point = {
  field: 'uncategorized_text',
  why: 'A short account in chronological order, so that the reviewer need not piece it together.',
}

const points: Readonly<Record<string, readonly Point[]>> = {
  fraudulent: [
    {
      field: 'customer_purchase_ip',
      why: 'An address near the billing address, or one from an earlier undisputed purchase.',
    },
    {
      field: 'access_activity_log',
      why: 'Sign-ins or downloads by the cardholder after the purchase.',
    },
    {
      field: 'shipping_documentation',
      why: 'Delivery to the billing address, best with a signature.',
    },
    {
      field: 'customer_communication',
      why: 'Messages in which the cardholder mentions the purchase.',
    },
    { field: 'billing_address', why: 'It matches the one that the issuer has.' },
    { field: 'customer_email_address', why: 'It links this purchase to earlier ones.' },
    { field: 'customer_name', why: 'It is the name on the card.' },
    story,
  ],
  product_not_received: [
    {
      field: 'shipping_documentation',
      why: "Proof of delivery before the dispute, to the order's full address.",
    },
    {
      field: 'shipping_tracking_number',
      why: 'The issuer can look up the delivery at the carrier.',
    },
    { field: 'shipping_carrier', why: 'It is needed to look up the tracking number.' },
    { field: 'shipping_date', why: 'It shows that you sent the goods in the agreed time.' },
    { field: 'shipping_address', why: 'It is the address that the customer gave.' },
    {
      field: 'service_documentation',
      why: 'For a service: proof that it took place or was used.',
    },
    { field: 'customer_communication', why: 'Messages that confirm the delivery or a new date.' },
    story,
  ],
  product_unacceptable: [
    {
      field: 'product_description',
      why: 'What the customer saw before paying matches what you delivered.',
    },
    {
      field: 'customer_communication',
      why: 'Your offer to repair, replace or take back, and the answer to it.',
    },
    {
      field: 'refund_policy',
      why: 'The policy that applied, for example that the goods must be returned first.',
    },
    { field: 'refund_policy_disclosure', why: 'The customer saw the policy before paying.' },
    { field: 'refund_refusal_explanation', why: 'Why the claim does not hold.' },
    { field: 'service_documentation', why: 'For a service: proof of its quality or acceptance.' },
    story,
  ],
  duplicate: [
    {
      field: 'invoice_showing_distinct_transactions',
      why: 'Two invoices for two purchases settle this dispute by themselves.',
    },
    { field: 'receipt', why: 'The receipt for this charge, with its order number.' },
    { field: 'product_description', why: 'What was bought with each charge.' },
    {
      field: 'shipping_documentation',
      why: 'Two deliveries show that there were two orders.',
    },
    story,
  ],
  subscription_canceled: [
    {
      field: 'recurring_transaction_agreement',
      why: 'The customer agreed to be charged again.',
    },
    {
      field: 'cancellation_rebuttal',
      why: 'No cancellation arrived, or it arrived after this charge.',
    },
    { field: 'cancellation_policy', why: 'The policy that applied when the customer signed up.' },
    { field: 'cancellation_policy_disclosure', why: 'The customer saw the policy before paying.' },
    {
      field: 'access_activity_log',
      why: 'The customer used the service after the claimed cancellation.',
    },
    { field: 'customer_communication', why: 'Notices before the charge, and answers to them.' },
    story,
  ],
  credit_not_processed: [
    {
      field: 'refund_refusal_explanation',
      why: 'Why no refund was due, or when and how you paid it.',
    },
    { field: 'refund_policy', why: 'The policy that applied to the purchase.' },
    { field: 'refund_policy_disclosure', why: 'The customer saw the policy before paying.' },
    { field: 'customer_communication', why: "The promise, in both sides' words." },
    { field: 'receipt', why: 'The receipt for the purchase or the refund.' },
    story,
  ],
}

const general: readonly Point[] = [
  { field: 'receipt', why: 'It shows what was bought, when and by whom.' },
  { field: 'product_description', why: 'What the customer saw before paying.' },
  { field: 'customer_communication', why: 'Messages about the purchase.' },
  { field: 'shipping_documentation', why: 'Proof that the goods arrived.' },
  story,
]

export function pickChecklist(reason: string): readonly Point[] {
  return points[reason] ?? general
}
