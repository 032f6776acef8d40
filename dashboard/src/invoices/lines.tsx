// An invoice's lines, the amount to pay, and where the money went.
import { Box } from '@mantine/core'
import { useDays } from '../lib/days.tsx'
import { Card } from '../lib/details.tsx'
import { Lines, type MoneyLine } from '../lib/lines.tsx'
import { type Invoice, amountLeft, amountWaived, isSettled, lineName } from './words.ts'

export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { period } = useDays()
  return (
    <Card title="Lines">
      <Box pt={8} pb={12} px={20}>
        <Lines
          currency={invoice.currency}
          lines={invoice.line_items.map((line, n) => ({
            key: `${line.item_id} ${n}`,
            name: lineName(line),
            about: period(line.period_start, line.period_end),
            amount: line.amount,
          }))}
          sums={[...listSums(invoice), ...listMoneyLines(invoice)]}
        />
      </Box>
    </Card>
  )
}

function listSums(invoice: Invoice): MoneyLine[] {
  const { total, credit_applied, credit_granted, amount } = invoice
  const sums: (MoneyLine | false)[] = [
    (credit_applied > 0 || credit_granted > 0) && { key: 'total', name: 'Total', amount: total },
    credit_applied > 0 && {
      key: 'applied',
      name: "From the customer's credit",
      amount: -credit_applied,
    },
    credit_granted > 0 && {
      key: 'granted',
      name: "Added to the customer's credit",
      amount: credit_granted,
    },
    { key: 'amount', name: amountName(invoice), amount },
  ]
  return sums.filter((line) => line !== false)
}

function amountName(invoice: Invoice): string {
  const { status, amount, amount_received } = invoice
  if (amount === 0) return 'Nothing to pay'
  if (!isSettled(status)) return 'To pay'
  if (amount_received === amount) return 'Paid'
  return amount_received === 0 ? 'Not paid, void' : 'Invoiced'
}

/** Only if there is more to say than that it was paid. */
function listMoneyLines(invoice: Invoice): MoneyLine[] {
  const { amount, amount_received, amount_refunded, amount_disputed } = invoice
  const waived = amountWaived(invoice)
  const isGivenBack = amount_refunded + amount_disputed > 0
  if (amount_received === 0 || (amount_received === amount && !isGivenBack)) return []
  const lines: (MoneyLine | false)[] = [
    amountName(invoice) !== 'Paid' && {
      key: 'received',
      name: 'Received',
      amount: amount_received,
    },
    waived > 0 && { key: 'waived', name: 'Not collected', amount: waived },
    amount_refunded > 0 && { key: 'refunded', name: 'Refunded', amount: -amount_refunded },
    amount_disputed > 0 && { key: 'disputed', name: 'Disputed', amount: -amount_disputed },
    isGivenBack && { key: 'left', name: 'Left', amount: amountLeft(invoice) },
  ]
  return lines.filter((line) => line !== false)
}
