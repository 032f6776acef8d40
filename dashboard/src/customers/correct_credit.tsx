// Adds credit or takes it away, with a reason. The dialog shows the credit before and after.
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { Lines } from '../lib/lines.tsx'
import { money, parseMoney } from '../lib/money.ts'

type Balances = Schemas['CustomerCredit']['balances']

interface CorrectCreditProps {
  customer_id: string
  balances: Balances
  close: () => void
}

function inCurrency(balances: Balances, currency: string): number {
  return balances.find((balance) => balance.currency === currency)?.amount ?? 0
}

const fields = {
  direction: {
    kind: 'choice',
    label: 'What to do',
    initial: 'add',
    isLocal: true,
    data: [
      { value: 'add', label: 'Add credit' },
      { value: 'take', label: 'Take credit away' },
    ],
  },
  amount: { kind: 'amount', label: 'Amount', row: 'amount', 'data-autofocus': true },
  currency: { kind: 'currency', label: 'Currency', row: 'amount' },
  reason: {
    kind: 'text',
    label: 'Reason',
    description: 'Your team sees it in the entry list; the customer does not.',
    maxLength: 255,
  },
} satisfies Fields

export function CorrectCredit({ customer_id, balances, close }: CorrectCreditProps) {
  const form = useFields(fields, { currency: balances[0]?.currency ?? 'EUR' })
  const { currency, direction, reason } = form.values
  const isTaken = direction === 'take'
  const amount = parseMoney(form.values.amount, currency) ?? 0
  const before = inCurrency(balances, currency)
  const after = before + (isTaken ? -amount : amount)
  const isTooMuch = after < 0
  const body = form.read<Schemas['CorrectCreditOfCustomerRequest']>()
  return (
    <Action
      title="Correct the credit"
      verb={
        amount === 0
          ? 'Correct credit'
          : `${isTaken ? 'Take away' : 'Add'} ${money(amount, currency)}`
      }
      isDangerous={isTaken}
      isReady={amount > 0 && !isTooMuch && reason.trim() !== ''}
      form={form}
      close={close}
      run={post('/customers/{customer_id}/credit', {
        params: { path: { customer_id } },
        body: { ...body, amount: after - before },
      })}
      done={(answer) =>
        `The customer has ${money(inCurrency(answer.balances, currency), currency)} of credit now.`
      }
    >
      {form.pick(fields, {
        amount: {
          isComplete: () => isTooMuch,
          check: () => (isTooMuch ? tooMuch(before, currency) : undefined),
        },
      })}
      <Lines
        currency={currency}
        lines={[{ key: 'before', name: 'Credit now', amount: before }]}
        sums={[{ key: 'after', name: 'Credit afterwards', amount: Math.max(0, after) }]}
      />
      <p className="faint flush small">
        The next invoices in {currency} use it before the card is charged. It is never paid out.
      </p>
    </Action>
  )
}

function tooMuch(before: number, currency: string): string {
  return before === 0
    ? `The customer has no credit in ${currency}.`
    : `The customer has ${money(before, currency)}. Enter at most that.`
}
