// An invoice was paid in part: the merchant accepts it, or voids the invoice. Both dialogs show the effect in figures.
import { post } from '../api/change.ts'
import { Action } from '../lib/action.tsx'
import { Lines, type MoneyLine } from '../lib/lines.tsx'
import { money } from '../lib/money.ts'
import type { Offer } from '../lib/offers.tsx'
import { type Invoice, amountLeft } from './words.ts'

interface ResolveProps {
  invoice: Invoice
  close: () => void
}

export function resolveOffers(invoice: Invoice): Offer[] {
  return [
    { name: 'Void', dialog: (close) => <Void invoice={invoice} close={close} /> },
    {
      name: 'Accept',
      isPrimary: true,
      dialog: (close) => <Accept invoice={invoice} close={close} />,
    },
  ]
}

function resolve({ id: invoice_id }: Invoice, action: 'accept' | 'void') {
  return post('/invoices/{invoice_id}/resolve', {
    params: { path: { invoice_id } },
    body: { action },
  })
}

function Received({ invoice, sums }: { invoice: Invoice; sums: MoneyLine[] }) {
  const { amount, amount_received, amount_refunded, amount_disputed, currency } = invoice
  const lines: (MoneyLine | false)[] = [
    { key: 'amount', name: 'To pay', amount },
    { key: 'received', name: 'Received', amount: amount_received },
    amount_refunded > 0 && { key: 'refunded', name: 'Refunded', amount: -amount_refunded },
    amount_disputed > 0 && { key: 'disputed', name: 'Disputed', amount: -amount_disputed },
  ]
  const shown = lines.filter((line) => line !== false)
  return <Lines lines={shown} sums={sums} currency={currency} />
}

/** The effect on the subscription when the invoice counts as paid. */
const accepted: Readonly<Record<Invoice['reason'], string>> = {
  first: 'The subscription starts',
  trial: 'The subscription starts',
  renewal: 'The subscription goes on',
  plan_change: 'The plan changes',
}

function Accept({ invoice, close }: ResolveProps) {
  const { amount, amount_received, currency, reason } = invoice
  const rest = amount - amount_received
  const received = money(amount_received, currency)
  return (
    <Action
      title="Accept the part"
      verb={`Accept ${received}`}
      close={close}
      run={resolve(invoice, 'accept')}
      done={() => `The invoice is paid with ${received}.`}
    >
      <Received
        invoice={invoice}
        sums={[{ key: 'waived', name: 'Not charged any more', amount: rest }]}
      />
      <p className="flush">
        The invoice is paid. {accepted[reason]}, and the period is worth{' '}
        {money(amountLeft(invoice), currency)}: a change of plan or a cancellation credits no more
        than that. This cannot be undone.
      </p>
    </Action>
  )
}

/** The effect on the subscription without the invoice. */
const voided: Readonly<Record<Invoice['reason'], string>> = {
  first: 'The subscription does not start: it ends as failed.',
  trial: 'The subscription does not start: it ends as failed.',
  renewal:
    'The subscription goes on, this period is worth nothing, and the next one is billed as usual.',
  plan_change: 'The plan change is abandoned, and the subscription continues on its present plan.',
}

function Void({ invoice, close }: ResolveProps) {
  const { credit_applied, currency, reason } = invoice
  const credit = amountLeft(invoice) + credit_applied
  const sum = money(credit, currency)
  const sums: (MoneyLine | false)[] = [
    credit_applied > 0 && {
      key: 'returned',
      name: 'Credit that the invoice used',
      amount: credit_applied,
    },
    { key: 'credit', name: 'Becomes customer credit', amount: credit },
  ]
  return (
    <Action
      title="Void the invoice"
      verb={credit === 0 ? 'Void the invoice' : `Void it and credit ${sum}`}
      isDangerous
      close={close}
      run={resolve(invoice, 'void')}
      done={() =>
        credit === 0
          ? 'The invoice is void.'
          : `The invoice is void, and ${sum} is customer credit.`
      }
    >
      <Received invoice={invoice} sums={sums.filter((line) => line !== false)} />
      <p className="flush">
        {voided[reason]} Credit is used by the next invoices and never paid out; to pay the money
        back instead, refund the payment first. This cannot be undone.
      </p>
    </Action>
  )
}
