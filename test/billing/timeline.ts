// Everything that moved a customer's money or credit in one currency, in the order in which it counts.
import { addUnits } from './calendar.ts'
import { type Chain, type Step } from './chain.ts'
import { type Happening, inOrder, type Order } from './orders.ts'
import { hasEnded, outcomeOf } from './outcomes.ts'
import type { CustomerRecords, Entry, Invoice, Subscription } from './records.ts'
import type { Replay } from './replay.ts'

export interface History {
  readonly subscription: Subscription
  readonly chain: Chain
}

const ranks = { close_earlier: 0, draft: 1, close: 2, end: 3, give_back: 4, correct: 5 } as const

/** Replays everything in its order, except for the moves, and returns what it replayed. */
export function replayAll(
  replay: Replay,
  histories: readonly History[],
  records: CustomerRecords,
  currency: string,
  order: Order,
): Happening[] {
  const entries = records.entries.filter((entry) => entry.currency === currency)
  const requests = requestsOf(histories, records, entries)
  // The longest one stays, and the others can move past its steps.
  const [longest] = histories.toSorted((a, b) => b.chain.steps.length - a.chain.steps.length)
  const billed = histories.flatMap((history) => {
    const own = [
      ...stepsOf(replay, history, entries, requests),
      ...endOf(replay, history, requests),
    ]
    const moves_with = history.subscription.id
    return history === longest ? own : own.map((each) => ({ ...each, moves_with }))
  })
  const happenings: Happening[] = [
    ...billed,
    ...giveBacksOf(replay, histories, records),
    ...entries
      .filter(({ reason }) => reason === 'correction')
      .map((entry) => ({
        at: entry.created,
        rank: ranks.correct,
        run: () => replay.correct(entry),
      })),
  ]
  const sorted = inOrder(happenings, order)
  for (const { run } of sorted) run()
  return sorted
}

/** Request times, so that a request cannot count as of an earlier moment. */
function requestsOf(
  histories: readonly History[],
  { give_backs }: CustomerRecords,
  entries: readonly Entry[],
): Date[] {
  const steps = histories.flatMap(({ chain }) => chain.steps)
  return [
    ...entries.flatMap(({ reason, created }) => (reason === 'correction' ? [created] : [])),
    ...give_backs.flatMap(({ spans }) => spans.map(({ from }) => from)),
    ...steps.flatMap(({ invoice, at }) => (invoice.reason === 'renewal' ? [] : [at])),
  ]
}

/**
 * A renewal that had to wait for the payment before it uses the credit that there is when it is made, and the next one
 * waits for it.
 */
function madeAt({ chain }: History, requests: readonly Date[]): Map<Step, Date> {
  const made = new Map<Step, Date>()
  let before = new Date(0)
  for (const step of chain.steps) {
    const { reason, created } = step.invoice
    const { at } = step
    const hasWaited = before > at || requests.some((moment) => at < moment && moment < created)
    before = reason === 'renewal' && hasWaited ? created : at
    made.set(step, before)
  }
  return made
}

function stepsOf(
  replay: Replay,
  history: History,
  entries: readonly Entry[],
  requests: readonly Date[],
): Happening[] {
  const { subscription } = history
  const made = inTurn([...madeAt(history, requests)])
  return made.flatMap(([step, at], n) => {
    const { invoice } = step
    const [next, next_at] = made[n + 1] ?? []
    const draft = {
      at,
      seen_at: invoice.created,
      id: invoice.id,
      rank: ranks.draft,
      run: () => replay.draft(step, subscription),
    }
    const outcome = outcomeOf(invoice, subscription)
    if (outcome !== 'closed' && outcome !== 'late') return [draft]
    const seen_at = closedAt({ ...step, at }, subscription, entries)
    // The resumption that makes the next invoice gives this one up, at the same moment.
    const isReplaced = next?.invoice.created.getTime() === seen_at.getTime()
    const closed_at = isReplaced && next_at ? earliest(seen_at, next_at) : seen_at
    const rank = closed_at > at ? ranks.close_earlier : ranks.close
    const reason = outcome === 'late' ? 'late_payment' : 'part_payment'
    return [draft, { at: closed_at, rank, run: () => replay.close(step, reason) }]
  })
}

/** One subscription's billing stays in order, even if a process whose clock is ahead billed first. */
function inTurn(made: readonly (readonly [Step, Date])[]): (readonly [Step, Date])[] {
  let before = new Date(0)
  return made.map(([step, at]) => {
    before = latest(before, at)
    return [step, before] as const
  })
}

const CLOSING: ReadonlySet<string> = new Set(['returned', 'part_payment', 'late_payment'])

/** When the invoice was given up: its credit and its money went back then. */
function closedAt(
  { invoice, at, running }: Step,
  { ended_at }: Subscription,
  entries: readonly Entry[],
): Date {
  const entry = entries.find(
    ({ invoice_id, reason }) => invoice_id === invoice.id && CLOSING.has(reason),
  )
  const seen = entry?.created ?? invoice.paid_at ?? ended_at ?? invoice.modified_at
  // An unpaid change is undone at its expiry, however late a worker is.
  const isUndone = invoice.reason === 'plan_change' && invoice.status === 'voided' && running
  const moment = isUndone ? earliest(seen, addUnits(at, 'day', 1), running.span.end) : seen
  return moment < at ? at : moment
}

function earliest(...moments: readonly Date[]): Date {
  return new Date(Math.min(...moments.map((moment) => moment.getTime())))
}

function latest(...moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())))
}

/** Periods that are billed late have been billed before their subscription ends, though its end has passed. */
function endOf(replay: Replay, history: History, requests: readonly Date[]): Happening[] {
  const { subscription, chain } = history
  const ended_at = subscription.cancelled_at ?? subscription.ended_at
  if (!hasEnded(subscription) || ended_at === null) return []
  const at = latest(ended_at, ...madeAt(history, requests).values())
  return [{ at, rank: ranks.end, run: () => replay.end(subscription, chain, ended_at) }]
}

function giveBacksOf(
  replay: Replay,
  histories: readonly History[],
  { payments, give_backs }: CustomerRecords,
): Happening[] {
  const invoices = histories.flatMap(({ chain }) => chain.steps.map(({ invoice }) => invoice.id))
  const own = new Set(
    payments.flatMap(({ invoice_id, payment_id }) =>
      invoices.includes(invoice_id) ? payment_id : [],
    ),
  )
  return give_backs
    .filter(({ payment_id }) => own.has(payment_id))
    .flatMap((back) =>
      back.spans.flatMap(({ from, until }) => {
        const common = { rank: ranks.give_back, id: back.id, moves_with: back.id }
        const given = { ...common, at: from, run: () => replay.giveBack(back) }
        const reversed = () => replay.reverse(back)
        return until === null ? [given] : [given, { ...common, at: until, run: reversed }]
      }),
    )
}

export function invoicesOf(histories: readonly History[]): Invoice[] {
  return histories.flatMap(({ chain }) => chain.steps.map(({ invoice }) => invoice))
}
