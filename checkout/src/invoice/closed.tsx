// An invoice that takes no payment: paid, void, being paid at this moment, or unknown.
import { useEffect } from 'preact/hooks'
import type { InvoicePageStatus, PageLinkStatus } from '../../contract.ts'
import { send } from '../api.ts'
import type { ClosedProps } from '../checkout.tsx'
import { useText } from '../context.ts'
import { Panel, Spinner } from '../panel.tsx'
import type { Sign } from '../signs.ts'
import type { MessageKey } from '../text.ts'
import type { InvoiceWords } from './words.ts'

type Key = MessageKey | keyof InvoiceWords
type Row = readonly [sign: Sign, title: Key, text: Key]

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

const POLL_MS = 3_000

export function InvoiceClosed({ data, status }: ClosedProps) {
  const text = useText()
  const fill = text.t as (key: Key, values?: Record<string, string>) => string
  const seller = data.seller.name
  const [sign, title, body] = rows[status] ?? UNAVAILABLE
  const isProcessing = status === 'processing'
  useEffect(() => (isProcessing ? reloadOnChange(data.path, status) : undefined), [status])
  return (
    <Panel sign={sign} title={fill(title)} text={fill(body, { seller })}>
      {isProcessing && <Spinner text={text.t('waiting')} />}
    </Panel>
  )
}

/** The rest of the page changes with the status too, so it is loaded again as a whole. */
function reloadOnChange(path: string, status: string): () => void {
  const timer = setInterval(async () => {
    const answer = await send<PageLinkStatus>(`${path}/status`, {})
    if (answer.type === 'ok' && answer.value.status !== status) location.reload()
  }, POLL_MS)
  return () => clearInterval(timer)
}
