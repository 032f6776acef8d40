// The faults are over. Now everything must come to an end: recovery polls open operations now instead of at their
// next poll, and the merchants' clocks are moved beyond every expiry, batch and deadline.
import { DAY_MS, sleep } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { recoverOperations } from '#core/operations/recover.ts'
import { pollEvents } from '#resources/payments/provider_callbacks/poll_events.ts'
import { registry } from '#resources/resources.ts'
import { pollNow } from '#testing/commit_faults.ts'
import { eventually } from '#testing/eventually.ts'
import { clientOf } from './clients.ts'
import type { Run } from './run.ts'

const SETTLE_TIMEOUT_MS = 120_000
/** After 20,000 operations a merchant has thousands of due times. */
const CLOCK_TIMEOUT_MS = 1_200_000
const PERIOD_MS = 1_000
const MOVE_MS = 20_000
/** Longer than a hold, a link or a payout lasts. */
const BEYOND_DAYS = 40
/** The clock stands still while it is moved. */
const LEAST_S = ((BEYOND_DAYS - 1) * DAY_MS) / 1_000

/** Returns what was still open in the end. */
export async function settle(run: Run): Promise<string[]> {
  const { deployment, merchants } = run.simulated
  const first = () => 0
  const moveClocks = async () => {
    for (const merchant of merchants) {
      const client = clientOf(run, first, merchant)
      const { ahead_seconds } = (await client.get('/sandbox/clock')).body
      await eventually(
        'the clock is moved',
        async () => {
          const answer = await client.post('/sandbox/clock', { advance: `${BEYOND_DAYS}d` })
          // A process that was killed while it moved the clock holds it for a while.
          if (answer.status === 409) return false
          if (answer.status !== 200) throw new Error(`the clock was not moved: ${answer.text}`)
          // The first request may only finish a movement that a fault has interrupted.
          const moved_s = answer.body.ahead_seconds - ahead_seconds
          return answer.body.due_remaining === 0 && moved_s >= LEAST_S
        },
        CLOCK_TIMEOUT_MS,
      )
    }
  }
  await pollNow(deployment)
  await moveClocks()
  let moved_at = performance.now()
  let until = performance.now() + SETTLE_TIMEOUT_MS
  let open = ['nothing was looked at']
  while (open.length > 0 && performance.now() < until) {
    await pollNow(deployment)
    const before = await readFeeds(run)
    // An event that a broken connection has parked waits for up to an hour; it is retried at once.
    await deployment.sql('update directory.parked_events set retry_at = now()')
    for (const sweep of registry.sweeps) await sweep.round(run.simulated.services)
    const unread = before === (await readFeeds(run)) ? [] : ['events of Stripe']
    open = [...(await stillOpen(run)), ...unread]
    if (open.length > 0) await sleep(PERIOD_MS)
    // A payment approved after the clocks were moved has a later deadline.
    if (open.length === 0 || performance.now() - moved_at < MOVE_MS) continue
    const began = performance.now()
    await moveClocks()
    moved_at = performance.now()
    // The time for moving the clocks does not count: its results are checked.
    until += moved_at - began
  }
  return open.length === 0 ? [] : [...open, ...(await recoverOnceMore(run))]
}

/** The positions in the event lists; the lists are read at once, whatever webhooks were lost. */
async function readFeeds({ simulated }: Run): Promise<string> {
  const feeds = await simulated.deployment.sql<{ cursor: string }>(
    "update connector_feeds set poll_at = now() where poll_at > '-infinity' returning cursor",
  )
  return feeds.map(({ cursor }) => cursor).join()
}

/**
 * The reason that stops recovery is only in the logs: it runs once more, and its errors are returned with
 * PostgreSQL's activity.
 */
async function recoverOnceMore({ simulated }: Run): Promise<string[]> {
  const { services, deployment } = simulated
  const errors: string[] = []
  const error = (about: { err?: Error; operation_id?: string }, message: string) =>
    errors.push(`${about.operation_id}: ${message}: ${about.err?.stack ?? ''}`)
  const log = Object.assign(Object.create(services.log), { error, warn: error }) as Log
  await pollNow(deployment)
  const busy = await deployment.sql<{ what: string }>(
    `select format('%s %s for %s: %s', state, wait_event, now() - xact_start, left(query, 300)) as what
       from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()`,
  )
  await recoverOperations({ ...services, log }, registry.settlers, 100)
  return [...errors, ...busy.map(({ what }) => what)]
}

async function stillOpen({ simulated }: Run): Promise<string[]> {
  const rows = await simulated.deployment.sql<{ what: string }>(
    `select concat_ws(' ', 'operation', kind, operation_id, 'of', object_id, status) as what
       from operations where finished_at is null
     union all select concat_ws(' ', 'payment', payment_id, status, 'capture_before', capture_before,
         'operation', operation_id, 'authorization', authorization_id) from payments
       where status in ('processing', 'requires_action', 'requires_capture',
         'partially_captured_and_capturable', 'requires_merchant_action')
     union all select concat_ws(' ', 'refund', refund_id, status) from refunds
       where status = 'pending'
     union all select concat_ws(' ', 'payout', payout_id, status) from payouts
       where status in ('requires_creation', 'initiated', 'pending')
     union all select concat_ws(' ', 'subscription', subscription_id, s.status, 'due', due_at)
       from subscriptions s left join merchant_clocks c using (merchant_id)
       where due_at <= now() + coalesce(ahead_ms, 0) * interval '1 ms'
     union all select concat_ws(' ', 'invoice', invoice_id, i.status, 'due', next_attempt_at)
       from invoices i left join merchant_clocks c using (merchant_id)
       where next_attempt_at <= now() + coalesce(ahead_ms, 0) * interval '1 ms'
     union all select concat_ws(' ', 'payment', p.payment_id, p.status, 'of', u.invoice_id, i.status,
         'subscription', s.status)
       from payment_claims u join payments p using (merchant_id, payment_id)
         join invoices i on i.merchant_id = u.merchant_id and i.invoice_id = u.invoice_id
         join subscriptions s on s.merchant_id = u.merchant_id and s.subscription_id = u.subscription_id
       -- The merchant decides about an invoice that was paid in part.
       where u.status = 'open' and i.status <> 'manual_review'
     union all select concat_ws(' ', 'answer to dispute', dispute_id, status) from disputes
       where answer is not null
     union all select concat_ws(' ', 'parked event', event_id, error) from directory.parked_events`,
  )
  // In this order: the bank writes an event with what becomes due, so none is missed between the two.
  const answer = await simulated.deployment.bank.desk('GET', '/due')
  const { count } = (await answer.json()) as { count: number }
  const unread = await pollEvents(simulated.services)
  return [
    ...rows.map(({ what }) => what),
    ...(count > 0 ? [`${count} changes that the bank will make`] : []),
    ...(unread > 0 ? [`${unread} events of the bank`] : []),
  ]
}
