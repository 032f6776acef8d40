// Invoices and credit notes as printable documents, in the reader's language.
import type { CreditNoteView, InvoiceView } from '@florin/pages/contract.ts'
import {
  addressLines,
  amountDue,
  badgeLooks,
  pickBadge,
  type Fact,
  listFacts,
  type InvoiceText,
  describeDate,
  noteText,
  listSums,
} from '@florin/pages/invoice_sums.ts'

export interface PrintedLine {
  readonly description: string
  readonly about: string
  readonly quantity: string
  readonly amount: string
}

export interface PrintedDocument {
  /** Document name, such as `Invoice`. */
  readonly name: string
  readonly number: string | null
  /** ISO 8601. */
  readonly issued_at: string
  readonly badge: { readonly text: string; readonly look: InvoiceView['state'] }
  readonly address: readonly string[]
  readonly facts: readonly Fact[]
  /** The headline: amount and date. */
  readonly amount: string
  readonly moment: string
  readonly lines: readonly PrintedLine[]
  readonly lines_left_out: number
  /** The last one stands out. */
  readonly sums: readonly Fact[]
  readonly notes: readonly PrintedNote[]
  readonly notes_left_out: number
}

/** A credit note in the list under an invoice. */
export interface PrintedNote {
  readonly number: string
  readonly about: string
  readonly amount: string
}

export function invoiceDocument(view: InvoiceView, text: InvoiceText): PrintedDocument {
  const { t } = text
  const badge = pickBadge(view)
  const { number, issued_at, lines_left_out, credit_notes_left_out } = view
  return {
    name: t('invoice'),
    number,
    issued_at,
    badge: { text: t(`state_${badge}`), look: badgeLooks[badge] },
    address: addressLines(view, text),
    facts: listFacts(view, text),
    amount: text.money(amountDue(view)),
    moment: describeDate(view, text),
    lines: view.lines.map((line) => ({
      description: line.description,
      about: text.period(line.period_start, line.period_end),
      quantity: String(line.quantity),
      amount: text.money(line.amount),
    })),
    lines_left_out,
    sums: listSums(view, text),
    notes: view.credit_notes.map((note) => ({
      number: note.number ?? t('number_pending'),
      about: noteText(note, text),
      amount: text.money(note.amount),
    })),
    notes_left_out: credit_notes_left_out,
  }
}

/** To the same customer as its invoice. */
export function creditNoteDocument(
  note: CreditNoteView,
  invoice: InvoiceView,
  text: InvoiceText,
): PrintedDocument {
  const { t } = text
  const { number, issued_at, status, reason } = note
  const isVoid = status === 'void'
  const amount = text.money(isVoid ? 0 : note.amount)
  const of = invoice.number ?? t('number_pending')
  return {
    name: t('credit_note'),
    number,
    issued_at,
    badge: { text: t(isVoid ? 'state_void' : 'state_issued'), look: isVoid ? 'void' : 'paid' },
    address: addressLines(invoice, text),
    facts: [
      [t('credit_note_number'), number ?? t('number_pending')],
      [t('issued'), text.day(issued_at)],
      [t('for_invoice'), of],
      [t('note_reason'), t(`reason_${reason}`)],
    ],
    amount,
    moment: isVoid ? t('state_void') : t('issued_on', { date: text.day(issued_at) }),
    lines: [
      {
        description: t(`reason_${reason}`),
        about: `${t('invoice')} ${of}`,
        quantity: '1',
        amount: text.money(note.amount),
      },
    ],
    lines_left_out: 0,
    sums: [[t('amount_credited'), amount]],
    notes: [],
    notes_left_out: 0,
  }
}
