// Every field of evidence: its group in answers, and whether it is text or the id of a file.

export const groups = [
  'customer_information',
  'product_information',
  'cancellation_and_refund_policy',
  'shipping_information',
  'recurring_information',
  'uncategorized',
] as const

interface Field {
  readonly group: (typeof groups)[number]
  readonly kind: 'text' | 'file'
}

export const evidenceFields = {
  customer_name: { group: 'customer_information', kind: 'text' },
  customer_email_address: { group: 'customer_information', kind: 'text' },
  customer_purchase_ip: { group: 'customer_information', kind: 'text' },
  customer_signature: { group: 'customer_information', kind: 'file' },
  customer_communication: { group: 'customer_information', kind: 'file' },
  billing_address: { group: 'customer_information', kind: 'text' },
  access_activity_log: { group: 'customer_information', kind: 'text' },
  product_description: { group: 'product_information', kind: 'text' },
  service_date: { group: 'product_information', kind: 'text' },
  service_documentation: { group: 'product_information', kind: 'file' },
  receipt: { group: 'product_information', kind: 'file' },
  cancellation_policy: { group: 'cancellation_and_refund_policy', kind: 'file' },
  cancellation_policy_disclosure: { group: 'cancellation_and_refund_policy', kind: 'text' },
  cancellation_rebuttal: { group: 'cancellation_and_refund_policy', kind: 'text' },
  refund_policy: { group: 'cancellation_and_refund_policy', kind: 'file' },
  refund_policy_disclosure: { group: 'cancellation_and_refund_policy', kind: 'text' },
  refund_refusal_explanation: { group: 'cancellation_and_refund_policy', kind: 'text' },
  shipping_address: { group: 'shipping_information', kind: 'text' },
  shipping_carrier: { group: 'shipping_information', kind: 'text' },
  shipping_date: { group: 'shipping_information', kind: 'text' },
  shipping_tracking_number: { group: 'shipping_information', kind: 'text' },
  shipping_documentation: { group: 'shipping_information', kind: 'file' },
  invoice_showing_distinct_transactions: { group: 'recurring_information', kind: 'file' },
  recurring_transaction_agreement: { group: 'recurring_information', kind: 'file' },
  uncategorized_file: { group: 'uncategorized', kind: 'file' },
  uncategorized_text: { group: 'uncategorized', kind: 'text' },
} as const satisfies Record<string, Field>

export type EvidenceField = keyof typeof evidenceFields

/** Submitted evidence by field name; fields without a value are absent. */
export type EvidenceValues = Readonly<Partial<Record<EvidenceField, string>>>

/** The values of one kind, sorted, so that a repeated request is identical byte for byte. */
export function ofKind(
  values: EvidenceValues,
  kind: Field['kind'],
): [field: EvidenceField, value: string][] {
  const all = Object.entries(values) as [EvidenceField, string][]
  return all
    .filter(([field]) => evidenceFields[field].kind === kind)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}
