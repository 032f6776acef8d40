// An invoice that takes no payment: paid, void, being paid at this moment, given back, or unknown.
import { useEffect } from 'preact/hooks'
import type { InvoicePageData, InvoicePageStatus, PageLinkStatus } from '@florin/pages/contract.ts'
import { send } from '../api.ts'
import type { ClosedProps } from '../checkout.tsx'
import { useText } from '../context.ts'
import { Panel, Spinner } from '../panel.tsx'
import type { Sign } from '@florin/pages/signs.ts'
import type { Key, Text } from '@florin/locales/text.ts'
import { CreditNotes } from './credit_notes.tsx'
import { amountDue, type Badge, pickBadge } from '@florin/pages/invoice_sums.ts'

type InvoiceKey = Key<'invoice'>
type Row = readonly [sign: Sign, title: InvoiceKey, text: InvoiceKey]

const UNAVAILABLE: Row = ['stop', 'unavailable_title', 'unavailable_text']
const rows: Readonly<Record<InvoicePageStatus, Row>> & Readonly<Record<string, Row>> = {
  active: UNAVAILABLE,
  completed: ['done', 'paid_title', 'completed_text'],
  voided: ['info', 'void_title', 'completed_text'],
  processing: ['wait', 'pending', 'pending_text'],
  review: ['wait', 'review', 'review_text'],
  unavailable: UNAVAILABLE,
  unknown: ['stop', 'unknown_invoice_title', 'unknown_link_text'],
}

/** Rows about money for an invoice that is paid or under review. */
const moneyRows: Readonly<Partial<Record<Badge, Row>>> = {
  part_paid: ['wait', 'part_title', 'part_text'],
  refunded: ['info', 'refunded_title', 'refunded_text'],
  part_refunded: ['info', 'part_refunded_title', 'refunded_text'],
  charged_back: ['info', 'charged_back_title', 'charged_back_text'],
  disputed: ['wait', 'disputed_title', 'disputed_text'],
}

const POLL_MS = 3_000

export function InvoiceClosed({ data, status }: ClosedProps) {
  const text = useText<InvoiceKey>()
  const { invoice, path } = data as InvoicePageData
  const isProcessing = status === 'processing'
  const [sign, title, body] = pickRow(status, invoice)
  useEffect(() => (isProcessing ? reloadOnChange(path, status) : undefined), [status])
  return (
    <Panel
      sign={sign}
      title={text.t(title)}
      text={text.t(body, { seller: data.seller.name, ...amountsIn(invoice, text) })}
    >
      {isProcessing && <Spinner text={text.t('waiting')} />}
      {invoice && <CreditNotes invoice={invoice} path={path} />}
    </Panel>
  )
}

function pickRow(status: ClosedProps['status'], invoice: InvoicePageData['invoice']): Row {
  const hasMoney = invoice !== null && (status === 'completed' || status === 'review')
  const row = hasMoney ? moneyRows[pickBadge(invoice)] : undefined
  return row ?? rows[status] ?? UNAVAILABLE
}

/** Placeholders for the sentences about money. */
function amountsIn(
  invoice: InvoicePageData['invoice'],
  { money }: Pick<Text, 'money'>,
): Record<string, string> {
  if (invoice === null) return {}
  const { amount_received, given_back } = invoice
  return {
    received: money(amount_received),
    amount: money(amountDue(invoice)),
    given: money(given_back.charged_back || given_back.refunded),
    disputed: money(given_back.disputed),
  }
}

/** The rest of the page changes with the status too, so it is reloaded as a whole. */
function reloadOnChange(path: string, status: string): () => void {
  const timer = setInterval(async () => {
    const answer = await send<PageLinkStatus>(`${path}/status`, {})
    if (answer.type === 'ok' && answer.value.status !== status) location.reload()
  }, POLL_MS)
  return () => clearInterval(timer)
}
