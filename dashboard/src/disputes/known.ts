// Evidence that the payment already has.
import type { Schemas } from '../api/client.ts'
import type { Values } from './draft.ts'
import type { FieldName } from './evidence_fields.ts'

type Contact = Schemas['Contact']

/** Only for fields that are still empty. */
export function knownFrom(payment: Schemas['Payment'], values: Values): [FieldName, string][] {
  const { billing, shipping } = payment
  const known: [FieldName, string | null | undefined][] = [
    ['customer_name', payment.name ?? formatName(billing)],
    ['customer_email_address', payment.email ?? billing?.email],
    ['billing_address', formatAddress(billing)],
    ['shipping_address', formatAddress(shipping)],
    ['product_description', payment.description],
  ]
  return known.filter(
    (entry): entry is [FieldName, string] => !!entry[1] && (values[entry[0]] ?? '') === '',
  )
}

function formatName(contact: Contact | null): string | undefined {
  const { first_name, last_name } = contact?.address ?? {}
  return [first_name, last_name].filter(Boolean).join(' ') || undefined
}

function formatAddress(contact: Contact | null): string | undefined {
  const { line1, line2, line3, zip, city, state, country } = contact?.address ?? {}
  if (!line1) return undefined
  const place = [zip, city].filter(Boolean).join(' ')
  return [formatName(contact), line1, line2, line3, place, state, country]
    .filter(Boolean)
    .join('\n')
}
