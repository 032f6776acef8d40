// Credit is added or taken away by hand, with a reason. The dialog says what the customer has before and after.
import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { Choice, chosen, CurrencySelect, MoneyInput, ORDER } from '../lib/fields.tsx'
import { useForm } from '../lib/form.tsx'
import { Lines } from '../lib/lines.tsx'
import { money, parseMoney } from '../lib/money.ts'
import { once } from '../lib/send.ts'

type Balances = Schemas['CustomerCredit']['balances']

interface CorrectCreditProps {
  customer_id: string
  balances: Balances
  close: () => void
}

function inCurrency(balances: Balances, currency: string): number {
  return balances.find((balance) => balance.currency === currency)?.amount ?? 0
}

const fields = ['amount', 'currency', 'reason'] as const

export function CorrectCredit({ customer_id, balances, close }: CorrectCreditProps) {
  const [error, setError] = useState<Error | null>(null)
  const [direction, setDirection] = useState('add')
  const [currency = 'EUR'] = balances.map((balance) => balance.currency)
  const form = useForm({ amount: '', currency, reason: '' }, error)
  const { values } = form
  const isTaken = direction === 'take'
  const amount = parseMoney(values.amount, values.currency) ?? 0
  const before = inCurrency(balances, values.currency)
  const after = before + (isTaken ? -amount : amount)
  const reason = values.reason.trim()
  const shown = money(amount, values.currency)
  const input = form.input('amount')
  return (
    <Action
      title="Correct the credit"
      verb={amount === 0 ? 'Correct credit' : `${isTaken ? 'Take away' : 'Add'} ${shown}`}
      isDangerous={isTaken}
      isReady={amount > 0 && after >= 0 && reason !== ''}
      fields={fields}
      failed={setError}
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/customers/{customer_id}/credit', {
            params: { path: { customer_id } },
            headers: once(key),
            // A currency of the select is one of the API.
            body: { currency: values.currency as never, amount: after - before, reason },
          }),
        )
      }
      done={(answer) =>
        `The customer has ${money(inCurrency(answer.balances, values.currency), values.currency)} of credit now.`
      }
    >
      <Choice
        label="What to do"
        value={direction}
        onChange={setDirection}
        data={[
          { value: 'add', label: 'Add credit' },
          { value: 'take', label: 'Take credit away' },
        ]}
      />
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <MoneyInput
          className="grow"
          label="Amount"
          currency={values.currency}
          {...input}
          error={after < 0 ? tooMuch(before, values.currency) : input.error}
          data-autofocus
        />
        <CurrencySelect w={110} {...chosen(form.input('currency'))} />
      </Group>
      <TextInput
        label="Reason"
        description="Your team sees it in the list of entries; the customer does not."
        inputWrapperOrder={ORDER}
        maxLength={255}
        {...form.input('reason')}
      />
      <Lines
        currency={values.currency}
        lines={[{ key: 'before', name: 'Credit now', amount: before }]}
        sums={[{ key: 'after', name: 'Credit afterwards', amount: Math.max(0, after) }]}
      />
      <p className="faint flush small">
        The next invoices in {values.currency} use it before the card is charged. It is never paid
        out.
      </p>
    </Action>
  )
}

function tooMuch(before: number, currency: string): string {
  return before === 0
    ? `The customer has no credit in ${currency}.`
    : `The customer has ${money(before, currency)}. Enter at most that.`
}
