// A random history for one merchant: payments that succeed, fail or stay open, edits, confirmations, captures,
// cancellations, refunds and disputes, over about five weeks on the shop's clock.
import { handleDisputeUpdate } from '#resources/payments/disputes/handle_update.ts'
import type { DisputeStage, DisputeStatus } from '#core/providers/dispute.ts'
import { catchUp } from '#testing/analytics.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import type { Answer } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { APPROVED, CHALLENGED, DECLINED, LATER } from '../support/paying.ts'

export type Roll = () => number

export interface History {
  /** Every event, as it was relayed. */
  readonly events: readonly RelayedEvent[]
  /** Answers by status. */
  readonly answers: ReadonlyMap<number, number>
}

const SPAN_MS = 35 * 86_400_000
const AT_ONCE = 6
const CURRENCIES = ['EUR', 'EUR', 'USD', 'JPY', 'GBP']
const MASTERCARD = '5555555555554444'
const CARDS = [APPROVED, APPROVED, APPROVED, MASTERCARD, DECLINED, LATER, CHALLENGED]
const CUSTOMERS = ['ada', 'grace', 'mary']

interface Play {
  readonly shop: Shop
  readonly roll: Roll
  readonly profiles: readonly string[]
  readonly payments: string[]
  readonly disputes: Map<string, Reported>
}

interface Reported {
  readonly operation_id: string
  readonly payment_id: string
  readonly amount: number
  readonly currency: string
  revision: number
}

export async function play(shop: Shop, roll: Roll, operations: number): Promise<History> {
  const of: Play = {
    shop,
    roll,
    profiles: [shop.merchant.profile_id, await secondProfile(shop)],
    payments: [],
    disputes: new Map(),
  }
  for (const customer_id of CUSTOMERS) await shop.post('/customers', { customer_id })
  const events: RelayedEvent[] = []
  const answers = new Map<number, number>()
  for (let done = 0; done < operations; done += AT_ONCE) {
    const counting = roll() < 0.3 ? catchUp(shop.services) : []
    const batch = Array.from({ length: AT_ONCE }, () => act(of))
    for (const answer of await Promise.all(batch)) {
      const status = answer?.status ?? 0
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    shop.clock.advance(Math.floor((2 * roll() * SPAN_MS * AT_ONCE) / operations))
    events.push(...(await counting))
  }
  events.push(...(await catchUp(shop.services)))
  return { events, answers }
}

async function secondProfile(shop: Shop): Promise<string> {
  const { merchant_id, profile_id } = shop.merchant
  const path = `/account/${merchant_id}/business_profile`
  await shop.post(`${path}/${profile_id}`, { is_manual_retry_enabled: true })
  return (await shop.post(path, { profile_name: 'Second' })).body.profile_id as string
}

/** By how often each happens. */
const actions: readonly [share: number, (of: Play) => Promise<Answer | undefined>][] = [
  [0.42, (of) => pay(of, true)],
  [0.1, (of) => pay(of, false)],
  [0.08, edit],
  [0.1, confirm],
  [0.06, (of) => onPayment(of, 'capture', { amount_to_capture: 1 + below(of, 900) })],
  [0.05, (of) => onPayment(of, 'cancel', {})],
  [0.12, refund],
  [0.07, reportDispute],
]

function act(of: Play): Promise<Answer | undefined> {
  let left = of.roll()
  const found = actions.find(([share]) => (left -= share) < 0)
  return (found?.[1] ?? reportDispute)(of)
}

function below({ roll }: Play, n: number): number {
  return Math.floor(roll() * n)
}

function pick<T>(of: Play, values: readonly T[]): T {
  return values[below(of, values.length)] as T
}

async function pay(of: Play, isConfirmed: boolean): Promise<Answer> {
  const body = {
    amount: 100 + below(of, 5_000),
    currency: pick(of, CURRENCIES),
    profile_id: pick(of, of.profiles),
    ...(of.roll() < 0.3 ? { customer_id: pick(of, CUSTOMERS) } : {}),
    ...(of.roll() < 0.3 ? { capture_method: 'manual_multiple' } : {}),
    ...(of.roll() < 0.3 ? { authentication_type: 'three_ds' } : {}),
    ...(isConfirmed || of.roll() < 0.5 ? withCard(pick(of, CARDS)) : {}),
    confirm: isConfirmed,
  }
  const answer = await of.shop.post('/payments', body)
  if (answer.status === 200) of.payments.push(answer.body.payment_id)
  return answer
}

function onPayment(of: Play, verb: string, body: object): Promise<Answer> {
  const id = pick(of, of.payments) ?? 'none'
  return of.shop.post(`/payments/${id}${verb === '' ? '' : `/${verb}`}`, body)
}

function edit(of: Play): Promise<Answer> {
  const method = of.roll() < 0.4 ? withCard(pick(of, CARDS)) : {}
  return onPayment(of, '', { currency: pick(of, CURRENCIES), amount: 50, ...method })
}

function confirm(of: Play): Promise<Answer> {
  return onPayment(of, 'confirm', of.roll() < 0.7 ? withCard(pick(of, CARDS)) : {})
}

function refund(of: Play): Promise<Answer> {
  const payment_id = pick(of, of.payments) ?? 'none'
  const refund_type = of.roll() < 0.3 ? 'Scheduled' : 'Instant'
  return of.shop.post('/refunds', { payment_id, amount: 1 + below(of, 200), refund_type })
}

const REASONS = ['fraudulent', 'duplicate', 'not_received']
const REPORTS: readonly [DisputeStage, DisputeStatus][] = [
  ['pre_dispute', 'opened'],
  ['dispute', 'opened'],
  ['dispute', 'challenged'],
  ['dispute', 'won'],
  ['dispute', 'lost'],
  ['dispute', 'cancelled'],
  ['dispute', 'accepted'],
]

/** The acquirer reports a new dispute, or an update. */
async function reportDispute(of: Play): Promise<undefined> {
  const isNew = of.disputes.size === 0 || of.roll() < 0.5
  const id = isNew ? `con_${of.disputes.size}_${below(of, 1e9)}` : pick(of, [...of.disputes.keys()])
  const known = of.disputes.get(id) ?? (await disputable(of))
  if (known === undefined) return
  of.disputes.set(id, known)
  known.revision += 1
  const [stage, status] = known.revision === 1 ? pick(of, REPORTS.slice(0, 2)) : pick(of, REPORTS)
  const now = of.shop.clock.now()
  await handleDisputeUpdate(
    of.shop.services,
    { merchant_id: of.shop.merchant.merchant_id, connector_id: null },
    {
      ...known,
      dispute_id: id,
      transaction_id: null,
      stage,
      status,
      reason: pick(of, REASONS),
      reason_code: '10.4',
      debited:
        stage === 'pre_dispute' || status === 'won' || status === 'cancelled' ? 0 : known.amount,
      fees: 0,
      opened_at: new Date(now.getTime() - below(of, 3_600_000)).toISOString(),
      challenge_required_by: new Date(now.getTime() + 7 * 86_400_000).toISOString(),
    },
  )
}

async function disputable(of: Play): Promise<Reported | undefined> {
  const payment_id = pick(of, of.payments) ?? 'none'
  const [row] = await of.shop.services.db.run<Omit<Reported, 'revision'>>(
    `select o.operation_id, p.payment_id, p.currency, (p.amount_received / 2)::int as amount
     from payments p join operations o on o.merchant_id = p.merchant_id and o.object_id = p.payment_id
     where p.merchant_id = $1 and p.payment_id = $2 and o.kind = 'authorize'
       and p.amount_received > 10 and p.amount_disputed = 0 limit 1`,
    [of.shop.merchant.merchant_id, payment_id],
  )
  return row && { ...row, revision: 0 }
}
