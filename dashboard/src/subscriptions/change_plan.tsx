// Another price: what is invoiced now and later is shown line by line before it is bought.
import { Alert, Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, ApiError } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import type { Coupon } from '../coupons/words.ts'
import type { Invoice } from '../invoices/words.ts'
import { Action } from '../lib/action.tsx'
import { useNow } from '../lib/clock.ts'
import { useDays } from '../lib/days.tsx'
import { Lines, type MoneyLine } from '../lib/lines.tsx'
import { money } from '../lib/money.ts'
import { once } from '../lib/send.ts'
import { everyText, type Plan, type Price, priceText } from '../plans/words.ts'
import type { DialogProps } from './next.tsx'
import { type Estimate, estimateOf } from './estimate.ts'
import styles from './estimate.module.css'
import { couponUse, discountOf, paidFor, unusedShare } from './proration.ts'
import { activePlansQuery, planQuery, type Subscription } from './words.ts'

export function ChangePlan(known: DialogProps) {
  const { subscription, price, close } = known
  const { id, profile_id } = subscription
  const plans = useQuery(activePlansQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const next = (plans.data ?? [])
    .flatMap((plan) => plan.prices)
    .find((each) => each.item_price_id === chosen)
  const plan = plans.data?.find(({ plan_id }) => plan_id === next?.plan_id)
  return (
    <Action
      title="Change the plan"
      verb={next ? `Change to ${priceText(next)}` : 'Change the plan'}
      isReady={next !== undefined}
      close={close}
      run={(key) =>
        answerOf(
          api.PUT('/subscriptions/{subscription_id}/update', {
            params: { path: { subscription_id: id }, header: { 'X-Profile-Id': profile_id } },
            headers: once(key),
            body: { plan_id: next?.plan_id ?? '', item_price_id: next?.item_price_id ?? '' },
          }),
        )
      }
      done={doneText}
    >
      <Select
        label="New plan and price"
        description={price ? `Now: ${priceText(price)}` : undefined}
        placeholder={plans.isPending ? 'Loading…' : 'Choose a price'}
        searchable
        data={groupsOf(plans.data ?? [], subscription)}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage={`No other active price in ${subscription.invoice.currency}`}
        error={plans.isError ? plans.error.message : undefined}
        data-autofocus
      />
      {next && plan && <Consequence {...known} plan={plan} next={next} />}
    </Action>
  )
}

/** A subscription stays in its currency. */
function groupsOf(plans: readonly Plan[], { item_price_id, invoice }: Subscription) {
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
  if (status === 'pending') return `The plan is changed. The payment of ${amount} is in progress.`
  if (status === 'unpaid') return `The plan is changed, but ${amount} was declined. It is retried.`
  if (status === 'failed') return 'A risk rule blocked the payment: the subscription has ended.'
  return invoice.amount === 0
    ? 'The plan is changed. There was nothing to pay.'
    : `The plan is changed, and ${amount} was charged.`
}

interface ChangeProps extends DialogProps {
  plan: Plan
  next: Price
}

/** The estimate of the API, and the terms of the coupon that the subscription has. */
interface Offered {
  readonly estimate: Estimate
  readonly coupon: Coupon | undefined
}

async function readOffer({ coupon_code }: Subscription, item_price_id: string): Promise<Offered> {
  if (coupon_code === null)
    return { estimate: await estimateOf({ item_price_id }), coupon: undefined }
  const params = { path: { coupon_code }, header: profileHeader() }
  const coupon = await answerOf(api.GET('/subscriptions/coupons/{coupon_code}', { params }))
  // A coupon that takes no new subscriptions is refused here, and still applies to this one.
  const estimate = await estimateOf({ item_price_id, coupon_code }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 0) throw error
    return estimateOf({ item_price_id })
  })
  return { estimate, coupon }
}

function Consequence(props: ChangeProps) {
  const { subscription, next } = props
  const offer = useQuery({
    queryKey: ['estimate', 'change', next.item_price_id, subscription.coupon_code],
    retry: false,
    queryFn: () => readOffer(subscription, next.item_price_id),
  })
  if (offer.isPending) return <Skeleton height={120} radius={8} />
  if (offer.isError) return <Alert color="red">{offer.error.message}</Alert>
  return subscription.status === 'trial' ? (
    <AfterTrial {...props} offer={offer.data} />
  ) : (
    <Now {...props} offer={offer.data} />
  )
}

/** A whole period at the new price. The estimate of a price with a trial is that of the trial. */
function wholeLines({ estimate, coupon }: Offered, plan: Plan, next: Price, hasCoupon: boolean) {
  const known = estimate.line_items.find(({ item_type }) => item_type === 'coupon')
  const base: MoneyLine = { key: 'plan', name: plan.name, amount: next.amount }
  if (coupon === undefined || !hasCoupon) return [base]
  const amount = known?.amount ?? 0 - discountOf(coupon, next.amount)
  return [base, { key: 'coupon', name: `Coupon ${coupon.coupon_code}`, amount }]
}

function sumOf(lines: readonly MoneyLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

function AfterTrial({ subscription, plan, next, offer }: ChangeProps & { offer: Offered }) {
  const { day } = useDays()
  const { trial_end } = subscription
  return (
    <section className={styles.box} aria-label="Estimate">
      <h3>Invoiced now</h3>
      <p>Nothing: the trial goes on{trial_end === null ? '' : ` until ${day(trial_end)}`}.</p>
      <Then lines={wholeLines(offer, plan, next, offer.coupon !== undefined)} next={next} isNext />
    </section>
  )
}

function Then({ lines, next, isNext }: { lines: MoneyLine[]; next: Price; isNext: boolean }) {
  const name = isNext ? 'Next period' : 'Each period'
  return (
    <>
      <h3>Then, {everyText(next)}</h3>
      <Lines
        lines={lines}
        sums={[{ key: 'sum', name, amount: sumOf(lines) }]}
        currency={next.currency}
      />
    </>
  )
}

function useCredit({ customer_id }: Subscription, currency: string): number {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['credit', customer_id],
    enabled: may('subscriptions:read'),
    queryFn: () =>
      answerOf(api.GET('/customers/{customer_id}/credit', { params: { path: { customer_id } } })),
  })
  return data?.balances.find((balance) => balance.currency === currency)?.amount ?? 0
}

/** Which of the coming periods have the coupon. */
function couponOf({ coupon }: Offered, invoices: readonly Invoice[], isSame: boolean) {
  if (coupon === undefined) return { isNow: false, isThen: false, isLimited: false }
  const { isOfPresent, left } = couponUse(coupon, invoices)
  const isNow = isSame ? isOfPresent : left !== 0
  const isThen = left === null || left - (isSame ? 0 : 1) > 0
  return { isNow, isThen, isLimited: left !== null }
}

function Now(props: ChangeProps & { offer: Offered }) {
  const { subscription, price, newest, invoices, plan, next, offer } = props
  const { day } = useDays()
  const now = useNow() ?? Date.now()
  const { data: present } = useQuery(planQuery(subscription.plan_id))
  const credit = useCredit(subscription, next.currency)
  const paid = paidFor(subscription, price, newest)
  const isSame = price?.interval === next.interval && price.interval_count === next.interval_count
  const { isNow, isThen, isLimited } = couponOf(offer, invoices, isSame)
  const whole = wholeLines(offer, plan, next, isNow)
  const until = subscription.period_end === null ? '' : `until ${day(subscription.period_end)}`
  const unused = unusedShare(paid ?? price?.amount ?? 0, subscription, now)
  const rest = unusedShare(sumOf(whole), subscription, now)
  const lines: MoneyLine[] = [
    {
      key: 'unused',
      name: `Unused time of ${present?.name ?? subscription.plan_id}`,
      about: until,
      amount: 0 - unused,
    },
    ...(isSame
      ? [{ key: 'rest', name: `Rest of the period of ${plan.name}`, about: until, amount: rest }]
      : whole),
  ]
  return (
    <section className={styles.box} aria-label="Estimate">
      <h3>Invoiced now</h3>
      <Lines lines={lines} sums={dueOf(sumOf(lines), credit)} currency={next.currency} isAbout />
      <Then
        lines={wholeLines(offer, plan, next, isThen)}
        next={next}
        isNext={isThen && isLimited}
      />
      <p className="faint">
        {isSame
          ? 'The present period stays as it is.'
          : 'The interval differs, so a new period begins now.'}{' '}
        The exact amount is computed by the second when you confirm
        {paid === undefined ? ', with the discount of the present period' : ''}.
      </p>
    </section>
  )
}

function dueOf(total: number, credit: number): MoneyLine[] {
  if (total < 0)
    return [{ key: 'granted', name: 'Becomes credit of the customer', amount: 0 - total }]
  const used = Math.min(credit, total)
  return [
    ...(used > 0 ? [{ key: 'credit', name: 'Credit of the customer', amount: 0 - used }] : []),
    { key: 'due', name: 'Charged now', amount: total - used },
  ]
}
