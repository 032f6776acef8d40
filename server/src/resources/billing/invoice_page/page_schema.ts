// Request and response schemas for the invoice page; pages/contract.ts has the same as types.
import { type Static, Type } from 'typebox'
import { answer, choice, described, nullable, strict } from '#http/fields.ts'
import { PayLink } from '#resources/payments/payment_links/page_schema.ts'

const { attempt_id, payment_method_data, billing, browser_info } = PayLink.properties

export const PayInvoicePage = strict({
  attempt_id,
  payment_method: described(choice('card'), 'An invoice is paid with a card.'),
  payment_method_type: described(choice('credit', 'debit'), 'The kind of the card.'),
  payment_method_data,
  billing,
  browser_info,
})
export type PayInvoicePage = Static<typeof PayInvoicePage>

export const PageInvoiceStatus = answer('PageInvoiceStatus', {
  status: described(
    choice('active', 'completed', 'voided', 'processing', 'review', 'unavailable'),
    'Whether the invoice can be paid: only while it is `active`.',
  ),
  notice: nullable(
    Type.String({
      description: 'Always null; the page of a payment link has a text of the merchant here.',
    }),
  ),
})
export type PageInvoiceStatus = Static<typeof PageInvoiceStatus>

/** Browsers and mail programs add their own parameters. */
export const InvoiceQuery = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  properties: {
    lang: { description: 'The language, instead of the one of the browser.' },
    payment_id: { description: 'The payment that the browser returns from.' },
  },
})
