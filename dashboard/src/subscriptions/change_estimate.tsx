// What a change of plan costs: what is invoiced now and later is shown line by line before it is bought.
import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api, ApiError } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'
import type { Coupon } from '../coupons/words.ts'
import { type Credit, useCredit } from '../customers/credit.tsx'
import type { Invoice } from '../invoices/words.ts'
import { useNow } from '../lib/clock.ts'
import { useDays } from '../lib/days.tsx'
import { Lines, type MoneyLine } from '../lib/lines.tsx'
import { everyText, type Plan, type Price } from '../plans/words.ts'
import { type Estimate, readEstimate } from './estimate.ts'
import styles from './estimate.module.css'
import type { DialogProps } from './known.ts'
import { couponUse, computeDiscount, unusedShare } from './proration.ts'
import { planQuery, type Subscription } from './words.ts'
import { computeWorth } from './worth.ts'

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
    return { estimate: await readEstimate({ item_price_id }), coupon: undefined }
  const params = { path: { coupon_code }, header: profileHeader() }
  const coupon = await unwrapAnswer(api.GET('/subscriptions/coupons/{coupon_code}', { params }))
  // A coupon that takes no new subscriptions is refused here, and still applies to this one.
  const estimate = await readEstimate({ item_price_id, coupon_code }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 0) throw error
    return readEstimate({ item_price_id })
  })
  return { estimate, coupon }
}

export function ChangeEstimate(props: ChangeProps) {
  const { subscription, next } = props
  const offer = useQuery({
    queryKey: ['subscriptions', 'estimate', 'change', next.item_price_id, subscription.coupon_code],
    retry: false,
    queryFn: () => readOffer(subscription, next.item_price_id),
  })
  if (offer.isError) return <Alert color="red">{offer.error.message}</Alert>
  if (offer.isPending || props.newest === undefined) return <Skeleton height={120} radius={8} />
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
  const amount = known?.amount ?? 0 - computeDiscount(coupon, next.amount)
  return [base, { key: 'coupon', name: `Coupon ${coupon.coupon_code}`, amount }]
}

function sumLines(lines: readonly MoneyLine[]): number {
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
        sums={[{ key: 'sum', name, amount: sumLines(lines) }]}
        currency={next.currency}
      />
    </>
  )
}

function creditIn(credit: Credit | undefined, currency: string): number {
  return credit?.balances.find((balance) => balance.currency === currency)?.amount ?? 0
}

/** The credit that a change which waits has used returns before it is replaced. */
function returnedBy({ subscription: { pending_update }, invoices }: ChangeProps): number {
  const replaced = invoices.find(({ id }) => id === pending_update?.invoice_id)
  return replaced?.credit_applied ?? 0
}

/** Which of the coming periods have the coupon. */
function couponCoverage({ coupon }: Offered, invoices: readonly Invoice[], isSame: boolean) {
  if (coupon === undefined) return { isNow: false, isThen: false, isLimited: false }
  const { isOfPresent, left } = couponUse(coupon, invoices)
  const isNow = isSame ? isOfPresent : left !== 0
  const isThen = left === null || left - (isSame ? 0 : 1) > 0
  return { isNow, isThen, isLimited: left !== null }
}

function Now(props: ChangeProps & { offer: Offered }) {
  const { subscription, price, invoices, plan, next, offer } = props
  const { day } = useDays()
  const now = useNow() ?? Date.now()
  const { customer_id, modified_at, pending_update } = subscription
  const { data: present } = useQuery(planQuery(subscription.plan_id))
  const { data: credit } = useCredit({ customer_id, version: modified_at })
  const unused = computeWorth(subscription, invoices, credit?.entries ?? [], now)?.rest ?? 0
  const isSame = price?.interval === next.interval && price.interval_count === next.interval_count
  const { isNow, isThen, isLimited } = couponCoverage(offer, invoices, isSame)
  const whole = wholeLines(offer, plan, next, isNow)
  const until = subscription.period_end === null ? '' : `until ${day(subscription.period_end)}`
  const rest = unusedShare(sumLines(whole), subscription, now)
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
  const sums = listDueLines(sumLines(lines), creditIn(credit, next.currency) + returnedBy(props))
  const isCharged = sums.at(-1)?.key === 'due' && (sums.at(-1)?.amount ?? 0) > 0
  return (
    <section className={styles.box} aria-label="Estimate">
      <h3>Invoiced now</h3>
      <Lines lines={lines} sums={sums} currency={next.currency} isAbout />
      <Then
        lines={wholeLines(offer, plan, next, isThen)}
        next={next}
        isNext={isThen && isLimited}
      />
      <p className="faint">
        {isSame
          ? 'The present period stays as it is.'
          : 'The interval differs, so a new period begins now.'}{' '}
        The exact amount is computed by the second when you confirm.
      </p>
      {isCharged && (
        <p className="faint">
          The plan changes when the amount is paid. If the payment is declined, the change waits for
          another one for at most 24 hours, and the present plan goes on.
        </p>
      )}
      {pending_update !== null && (
        <p className="faint">
          The change that waits now is given up first, and its invoice is voided.
        </p>
      )}
    </section>
  )
}

function listDueLines(total: number, credit: number): MoneyLine[] {
  if (total < 0)
    return [{ key: 'granted', name: 'Becomes credit of the customer', amount: 0 - total }]
  const used = Math.min(credit, total)
  return [
    ...(used > 0 ? [{ key: 'credit', name: 'Credit of the customer', amount: 0 - used }] : []),
    { key: 'due', name: 'Charged now', amount: total - used },
  ]
}
