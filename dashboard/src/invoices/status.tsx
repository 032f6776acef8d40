import { money } from '../lib/money.ts'
import { Status } from '../lib/status.tsx'
import { type Invoice, invoiceWords, isPart } from './words.ts'

/** Marks an invoice that was refunded or paid in part. */
export function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  const { status, amount_received, amount_refunded, amount_disputed, currency } = invoice
  if (isPart(invoice)) {
    return <span className="pill warn">Part received, waits for you</span>
  }
  if (status !== 'invoice_paid') return <Status words={invoiceWords} status={status} />
  if (amount_disputed > 0) {
    return <span className="pill bad">Paid, {money(amount_disputed, currency)} disputed</span>
  }
  if (amount_refunded > 0) {
    return amount_refunded < amount_received ? (
      <span className="pill ok">Paid, {money(amount_refunded, currency)} refunded</span>
    ) : (
      <span className="pill mute">Paid, then refunded</span>
    )
  }
  return <Status words={invoiceWords} status={status} />
}
