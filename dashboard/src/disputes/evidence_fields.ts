// The evidence fields as a form shows them, with the API's names, groups and kinds.
import type { Schemas } from '../api/client.ts'

export type FieldName = Exclude<keyof Schemas['SubmitEvidenceRequest'], 'dispute_id'>
export type GroupName = keyof Schemas['Evidence']['evidence']

interface FieldRow {
  readonly group: GroupName
  /** One line, several lines, or a file. */
  readonly kind: 'line' | 'text' | 'file'
  readonly label: string
  readonly help?: string
}

export const MAX_TEXT = 20_000

export const groupNames: Readonly<Record<GroupName, string>> = {
  customer_information: 'The customer',
  product_information: 'The product or service',
  shipping_information: 'The delivery',
  cancellation_and_refund_policy: 'Your policies',
  recurring_information: 'Recurring or repeated charges',
  uncategorized: 'Everything else',
}

export const evidenceFields: Readonly<Record<FieldName, FieldRow>> = {
  customer_name: { group: 'customer_information', kind: 'line', label: 'Name' },
  customer_email_address: { group: 'customer_information', kind: 'line', label: 'E-mail address' },
  customer_purchase_ip: {
    group: 'customer_information',
    kind: 'line',
    label: 'IP address',
    help: 'The address from which the customer bought.',
  },
  billing_address: { group: 'customer_information', kind: 'text', label: 'Billing address' },
  access_activity_log: {
    group: 'customer_information',
    kind: 'text',
    label: 'Customer activity',
    help: 'How the customer used the product: sign-ins, downloads, with time and IP address.',
  },
  customer_communication: {
    group: 'customer_information',
    kind: 'file',
    label: 'Messages with the customer',
    help: 'E-mails or chats about the purchase.',
  },
  customer_signature: {
    group: 'customer_information',
    kind: 'file',
    label: 'Signature',
    help: 'On a contract, or on the delivery note.',
  },
  product_description: {
    group: 'product_information',
    kind: 'text',
    label: 'What was sold',
    help: 'As the customer saw it before they paid.',
  },
  receipt: { group: 'product_information', kind: 'file', label: 'Receipt or order confirmation' },
  service_documentation: {
    group: 'product_information',
    kind: 'file',
    label: 'Proof of service',
    help: 'For example a signed work order or a booking.',
  },
  service_date: {
    group: 'product_information',
    kind: 'line',
    label: 'Service date',
    help: 'When the service began or took place.',
  },
  shipping_carrier: { group: 'shipping_information', kind: 'line', label: 'Carrier' },
  shipping_tracking_number: {
    group: 'shipping_information',
    kind: 'line',
    label: 'Tracking number',
  },
  shipping_date: { group: 'shipping_information', kind: 'line', label: 'Date sent' },
  shipping_documentation: {
    group: 'shipping_information',
    kind: 'file',
    label: 'Proof of delivery',
    help: "It shows the full address, or the recipient's signature.",
  },
  shipping_address: { group: 'shipping_information', kind: 'text', label: 'Delivery address' },
  cancellation_policy: {
    group: 'cancellation_and_refund_policy',
    kind: 'file',
    label: 'Cancellation policy',
  },
  cancellation_policy_disclosure: {
    group: 'cancellation_and_refund_policy',
    kind: 'text',
    label: 'Where the customer saw the cancellation policy',
  },
  cancellation_rebuttal: {
    group: 'cancellation_and_refund_policy',
    kind: 'text',
    label: 'Why the cancellation does not apply',
  },
  refund_policy: {
    group: 'cancellation_and_refund_policy',
    kind: 'file',
    label: 'Refund policy',
  },
  refund_policy_disclosure: {
    group: 'cancellation_and_refund_policy',
    kind: 'text',
    label: 'Where the customer saw the refund policy',
  },
  refund_refusal_explanation: {
    group: 'cancellation_and_refund_policy',
    kind: 'text',
    label: 'Why no refund is due',
  },
  recurring_transaction_agreement: {
    group: 'recurring_information',
    kind: 'file',
    label: 'Agreement to recurring charges',
  },
  invoice_showing_distinct_transactions: {
    group: 'recurring_information',
    kind: 'file',
    label: 'Invoices for both charges',
    help: 'They show that two charges were for two purchases.',
  },
  uncategorized_text: {
    group: 'uncategorized',
    kind: 'text',
    label: 'In your own words',
    help: 'Tell what happened, in order, in a few sentences.',
  },
  uncategorized_file: { group: 'uncategorized', kind: 'file', label: 'Another file' },
}

const names = Object.keys(evidenceFields) as FieldName[]

export const groups = Object.keys(groupNames) as GroupName[]

export function listFields(group: GroupName): FieldName[] {
  return names.filter((name) => evidenceFields[name].group === group)
}
