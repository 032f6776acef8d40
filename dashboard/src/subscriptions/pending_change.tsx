// A plan change that waits for its payment: its deadline, the way to pay, and the way to abandon it.
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { put } from '../api/change.ts'
import { Action } from '../lib/action.tsx'
import { At } from '../lib/days.tsx'
import { money } from '../lib/money.ts'
import { priceText } from '../plans/words.ts'
import type { DialogProps, Known } from './known.ts'
import { PlanName } from './plan_name.tsx'
import { planQuery, type Subscription } from './words.ts'

type Pending = NonNullable<Subscription['pending_update']>

/** `Archive (€30.00 every month)` */
export function NewPlan({ pending: { plan_id, item_price_id } }: { pending: Pending }) {
  const { data } = useQuery(planQuery(plan_id))
  const price = data?.prices.find((each) => each.item_price_id === item_price_id)
  return (
    <>
      <PlanName plan_id={plan_id} />
      {price && ` (${priceText(price)})`}
    </>
  )
}

/** The page on which the customer pays. */
function InvoicePage({ known, pending }: { known: Known; pending: Pending }) {
  const invoice = known.invoices.find(({ id }) => id === pending.invoice_id)
  if (invoice === undefined)
    return (
      <Link to="/invoices/$id" params={{ id: pending.invoice_id }}>
        invoice page
      </Link>
    )
  return (
    <Anchor
      href={invoice.hosted_invoice_url}
      target="_blank"
      rel="noreferrer"
      inherit
      underline="always"
    >
      invoice page
    </Anchor>
  )
}

/** The way to pay, and the outcome otherwise. */
export function ChangeSteps({ known, pending }: { known: Known; pending: Pending }) {
  return (
    <>
      The customer can pay it on the <InvoicePage known={known} pending={pending} /> until{' '}
      <At at={pending.expires_at} />. Otherwise the invoice is voided, and the present plan goes on.
    </>
  )
}

export function KeepPlan({ subscription, price, close }: DialogProps) {
  const { id, profile_id, plan_id, item_price_id, invoice, pending_update } = subscription
  const amount = money(invoice.amount, invoice.currency)
  return (
    <Action
      title="Keep the present plan"
      verb={price ? `Keep ${priceText(price)}` : 'Keep the present plan'}
      close={close}
      run={put('/subscriptions/{subscription_id}/update', {
        params: { path: { subscription_id: id }, header: { 'X-Profile-Id': profile_id } },
        body: { plan_id, item_price_id },
      })}
      done={() => 'The change is given up. The present plan goes on.'}
    >
      <p className="flush">
        The change to {pending_update && <NewPlan pending={pending_update} />} is given up. Its
        invoice of {amount} is voided, and credit that it used returns to the customer. The present
        plan and its period stay as they are.
      </p>
    </Action>
  )
}
