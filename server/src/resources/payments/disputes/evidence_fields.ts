// Every evidence field: its group in responses, and its kind: text or a file id.

/** The groups in answers. */
export const groupTexts = {
  customer_information: 'About the customer.',
  product_information: 'About the product or service.',
  cancellation_and_refund_policy: 'About your policies.',
  shipping_information: 'About the delivery.',
  recurring_information: 'About recurring or duplicate charges.',
  uncategorized: 'Everything else.',
} as const

export type Group = keyof typeof groupTexts
export const groups = Object.keys(groupTexts) as Group[]

interface Field {
  readonly group: Group
  readonly kind: 'text' | 'file'
  readonly about: string
}

export const evidenceFields = {
  customer_name: {
    group: 'customer_information',
    kind: 'text',
    about: 'The name of the customer.',
  },
  customer_email_address: {
    group: 'customer_information',
    kind: 'text',
    about: 'The e-mail address of the customer.',
  },
  customer_purchase_ip: {
    group: 'customer_information',
    kind: 'text',
    about: 'The IP address from which the customer bought.',
  },
  customer_signature: {
    group: 'customer_information',
    kind: 'file',
    about: "The customer's signature.",
  },
  customer_communication: {
    group: 'customer_information',
    kind: 'file',
    about: 'Messages between you and the customer about the purchase.',
  },
  billing_address: {
    group: 'customer_information',
    kind: 'text',
    about: 'The billing address of the customer, as text.',
  },
  access_activity_log: {
    group: 'customer_information',
    kind: 'text',
    about: 'How the customer used the product: times, addresses, downloads.',
  },
  product_description: { group: 'product_information', kind: 'text', about: 'What was sold.' },
  service_date: {
    group: 'product_information',
    kind: 'text',
    about: 'When the service was provided.',
  },
  service_documentation: {
    group: 'product_information',
    kind: 'file',
    about: 'Proof that the service was provided.',
  },
  receipt: {
    group: 'product_information',
    kind: 'file',
    about: 'The receipt that the customer got.',
  },
  cancellation_policy: {
    group: 'cancellation_and_refund_policy',
    kind: 'file',
    about: 'Your cancellation policy.',
  },
  cancellation_policy_disclosure: {
    group: 'cancellation_and_refund_policy',
    kind: 'text',
    about: 'How and when the customer saw the cancellation policy.',
  },
  cancellation_rebuttal: {
    group: 'cancellation_and_refund_policy',
    kind: 'text',
    about: 'Why the customer is not entitled to a cancellation.',
  },
  refund_policy: {
    group: 'cancellation_and_refund_policy',
    kind: 'file',
    about: 'Your refund policy.',
  },
  refund_policy_disclosure: {
    group: 'cancellation_and_refund_policy',
    kind: 'text',
    about: 'How and when the customer saw the refund policy.',
  },
  refund_refusal_explanation: {
    group: 'cancellation_and_refund_policy',
    kind: 'text',
    about: 'Why the customer is not entitled to a refund.',
  },
  shipping_address: {
    group: 'shipping_information',
    kind: 'text',
    about: 'Where the goods were sent, as text.',
  },
  shipping_carrier: {
    group: 'shipping_information',
    kind: 'text',
    about: 'Who delivered the goods.',
  },
  shipping_date: {
    group: 'shipping_information',
    kind: 'text',
    about: 'When the goods were sent.',
  },
  shipping_tracking_number: {
    group: 'shipping_information',
    kind: 'text',
    about: 'The tracking number of the delivery.',
  },
  shipping_documentation: {
    group: 'shipping_information',
    kind: 'file',
    about: 'Proof of the delivery.',
  },
  invoice_showing_distinct_transactions: {
    group: 'recurring_information',
    kind: 'file',
    about: 'Invoices that show that two charges were for two purchases.',
  },
  recurring_transaction_agreement: {
    group: 'recurring_information',
    kind: 'file',
    about: "The customer's agreement to recurring charges.",
  },
  uncategorized_file: { group: 'uncategorized', kind: 'file', about: 'Any other file.' },
  uncategorized_text: { group: 'uncategorized', kind: 'text', about: 'Any other text.' },
} as const satisfies Record<string, Field>

export type EvidenceField = keyof typeof evidenceFields

/** Submitted evidence by field name; fields without a value are absent. */
export type EvidenceValues = Readonly<Partial<Record<EvidenceField, string>>>

/** Values with one kind, sorted, so that a repeated request is identical byte for byte. */
export function ofKind(
  values: EvidenceValues,
  kind: Field['kind'],
): [field: EvidenceField, value: string][] {
  const all = Object.entries(values) as [EvidenceField, string][]
  return all
    .filter(([field]) => evidenceFields[field].kind === kind)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}
