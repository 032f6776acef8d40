// Another price, which is chosen and bought in one dialog.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { put } from '../api/change.ts'
import { Action } from '../lib/action.tsx'
import { money } from '../lib/money.ts'
import { type Plan, priceText } from '../plans/words.ts'
import { ChangeEstimate } from './change_estimate.tsx'
import type { DialogProps } from './known.ts'
import { activePlansQuery, type Subscription } from './words.ts'

export function ChangePlan({ subscription, price, close }: DialogProps) {
  const { id, profile_id } = subscription
  const plans = useQuery(activePlansQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const next = (plans.data ?? [])
    .flatMap((plan) => plan.prices)
    .find((each) => each.item_price_id === chosen)
  return (
    <Action
      title="Change the plan"
      verb={next ? `Change to ${priceText(next)}` : 'Change the plan'}
      isReady={next !== undefined}
      close={close}
      run={put('/subscriptions/{subscription_id}/update', {
        params: { path: { subscription_id: id }, header: { 'X-Profile-Id': profile_id } },
        body: { plan_id: next?.plan_id ?? '', item_price_id: next?.item_price_id ?? '' },
      })}
      done={doneText}
    >
      <Select
        label="New plan and price"
        description={price ? `Now: ${priceText(price)}` : undefined}
        placeholder={plans.isPending ? 'Loading…' : 'Choose a price'}
        searchable
        data={groupPrices(plans.data ?? [], subscription)}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage={`No other active price in ${subscription.invoice.currency}`}
        error={plans.isError ? plans.error.message : undefined}
        defaultDropdownOpened
        data-autofocus
      />
      {next && <ChangeEstimate subscription={subscription} next={next} />}
    </Action>
  )
}

/** A subscription stays in its currency. */
function groupPrices(plans: readonly Plan[], { item_price_id, invoice }: Subscription) {
  return plans
    .map(({ name, prices }) => ({
      group: name,
      items: prices
        .filter((each) => each.currency === invoice.currency)
        .filter((each) => each.item_price_id !== item_price_id)
        .map((each) => ({ value: each.item_price_id, label: `${name}: ${priceText(each)}` })),
    }))
    .filter(({ items }) => items.length > 0)
}

function doneText({ status, invoice }: Subscription): string {
  const amount = money(invoice.amount, invoice.currency)
  if (status === 'trial') return 'The plan is changed. The first charge is at the end of the trial.'
  if (status === 'pending') {
    return `The change waits for the payment of ${amount}. Until it is paid, the present plan goes on.`
  }
  if (status === 'unpaid') {
    return `${amount} was declined. The change waits until it is paid, for at most 24 hours; the present plan goes on.`
  }
  if (status === 'failed') {
    return 'A risk rule blocked the payment: the subscription has ended, and the unused part of the paid period is credit.'
  }
  return invoice.amount === 0
    ? 'The plan is changed. There was nothing to pay.'
    : `The plan is changed, and ${amount} was charged.`
}
