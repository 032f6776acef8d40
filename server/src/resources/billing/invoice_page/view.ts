// An invoice as the customer sees it.
import type {
  CreditNoteView,
  GivenBack,
  InvoiceCustomer,
  InvoiceView,
  InvoiceViewLine,
  Seller,
} from '@florin/pages/contract.ts'
import {
  type CreditNoteRow,
  type InvoiceMoney,
  type InvoiceRow,
  readInvoiceMoney,
} from '#resources/billing/invoices/read.ts'
import { findLiveCustomer } from '#resources/payments/customers/read.ts'
import type { InvoiceLine } from '#resources/billing/invoices/schema.ts'
import { toPage } from '#resources/payments/payment_links/attempt.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import type { OpenedInvoice } from './open.ts'

/** An invoice has a line or two for each item; this bounds the work for one document. */
const MAX_LINES = 100
const MAX_NOTES = 100

export function toSeller({ payment_link_config: config, profile_name }: Profile): Seller {
  return {
    name: config?.seller_name ?? profile_name,
    logo: config?.logo ?? null,
    color: config?.theme ?? null,
  }
}

export async function readInvoiceView(opened: OpenedInvoice): Promise<InvoiceView> {
  const { shopper, invoice, payment } = opened
  const { line_items, total, credit_applied, credit_granted, amount, accepted_amount } = invoice
  const money = (await readInvoiceMoney(shopper, [invoice.invoice_id]))(invoice.invoice_id)
  const notes = money.credit_notes.filter((note) => note.status === 'issued')
  const state = viewState(opened)
  return {
    number: invoice.number,
    state,
    issued_at: (invoice.finalized_at ?? invoice.created).toISOString(),
    due_at: invoice.due_at.toISOString(),
    paid_at: invoice.paid_at?.toISOString() ?? null,
    period_start: invoice.period_start.toISOString(),
    period_end: invoice.period_end.toISOString(),
    customer: await readInvoiceCustomer(opened),
    lines: line_items.slice(0, MAX_LINES).map(toViewLine),
    lines_left_out: Math.max(0, line_items.length - MAX_LINES),
    total,
    credit_applied,
    credit_granted,
    amount,
    amount_waived: Math.max(0, amount - (accepted_amount ?? amount)),
    amount_received: money.amount_received,
    given_back: sumGivenBack(money, notes),
    credit_notes: notes.slice(0, MAX_NOTES).map(toCreditNoteView),
    credit_notes_left_out: Math.max(0, notes.length - MAX_NOTES),
    card: state === 'paid' && payment ? toCard(payment) : null,
    unified_code: invoice.status === 'payment_failed' ? invoice.unified_code : null,
    waiting:
      opened.status === 'active' && payment?.status === 'requires_action'
        ? toJson(toPage(shopper, invoice, payment))
        : null,
  }
}

function viewState({ status }: OpenedInvoice): InvoiceView['state'] {
  if (status === 'completed') return 'paid'
  if (status === 'voided') return 'void'
  return status === 'processing' || status === 'review' ? 'pending' : 'open'
}

/** Money that is given back for good has a credit note; the rest is in progress. */
function sumGivenBack(money: InvoiceMoney, issued: readonly CreditNoteRow[]): GivenBack {
  const noted = (reason: CreditNoteRow['reason']) =>
    issued.reduce((sum, note) => sum + (note.reason === reason ? note.amount : 0), 0)
  const [refunded, charged_back] = [noted('refund'), noted('dispute')]
  return {
    refunded,
    refund_pending: Math.max(0, money.amount_refunded - refunded),
    charged_back,
    disputed: Math.max(0, money.amount_disputed - charged_back),
  }
}

export function toCreditNoteView(note: CreditNoteRow): CreditNoteView {
  const { credit_note_id, number, status, reason, amount, created } = note
  return { credit_note_id, number, status, reason, amount, issued_at: created.toISOString() }
}

/** Lines are stored as JSON, so their times are text or dates. */
function toViewLine(line: InvoiceLine): InvoiceViewLine {
  const { description, quantity, amount, period_start, period_end } = line
  return {
    description,
    quantity,
    amount,
    period_start: new Date(period_start).toISOString(),
    period_end: new Date(period_end).toISOString(),
  }
}

async function readInvoiceCustomer({ shopper, invoice }: OpenedInvoice): Promise<InvoiceCustomer> {
  const { merchant_id, customer_id, billing } = invoice
  const customer = await findLiveCustomer(shopper, merchant_id, customer_id)
  const address = billing?.address
  const named = [address?.first_name, address?.last_name].filter(Boolean).join(' ')
  return {
    name: named || (customer?.name ?? null),
    email: billing?.email ?? customer?.email ?? null,
    address: addressLines(billing),
    country: address?.country ?? null,
  }
}

function addressLines(billing: InvoiceRow['billing']): string[] {
  const { line1, line2, line3, zip, city, state } = billing?.address ?? {}
  const place = [zip, city].filter(Boolean).join(' ')
  return [line1, line2, line3, place, state].filter((line): line is string => Boolean(line))
}

function toCard({ payment_method_data }: PaymentRow): InvoiceView['card'] {
  const data = payment_method_data as { card?: { last4?: string; brand?: string | null } } | null
  const { last4, brand = null } = data?.card ?? {}
  return last4 === undefined ? null : { brand, last4 }
}

/** Like server responses, with times as text. */
function toJson(value: object): NonNullable<InvoiceView['waiting']> {
  return JSON.parse(JSON.stringify(value)) as NonNullable<InvoiceView['waiting']>
}
