// Runs everything due at one stop of a merchant's clock, and everything that follows from it, before the clock goes
// on. Workers may do the same concurrently: the first commit wins, and this waits for their calls and reactions that
// have not ended. So a stop has the same outcome whichever process works on it.
import { addMs, monotonicMs, sleep } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { TimerRow } from '#kernel/merchant_timers.ts'
import { recoverMerchantOperations } from '#core/operations/recover.ts'
import { type Relay, relayEvents, retryBatches } from '#core/outbox/relay.ts'
import type { StoppedClock } from './movement.ts'
import { DueRows } from './run_due.ts'
import { type Agenda, readAgenda } from './store.ts'

/** Rows that are left due must not hide those that are due next. */
const LIMITS = { due: 1_000, next: 20 }
const RELAY_BATCH = 500
const RECOVERY_BATCH = 50
const POLL_MS = 10

export interface WorkedOff {
  /** Calls or reactions had not ended at the deadline: the clock must not go on. */
  readonly is_busy: boolean
  /** Rows that became due in this movement and were given up. */
  readonly failed: number
  /** Rows that are due later, but before the movement ends. */
  readonly next: readonly TimerRow[]
}

export interface Stop {
  readonly clock: StoppedClock
  /** Start of the movement. */
  readonly since: Date
  /** Rows that are due now; there may be more. */
  readonly known: readonly TimerRow[]
}

export async function workOff(
  context: Context,
  { clock: { stopped_at: now, target_ms }, since, known }: Stop,
  deadline_ms: number,
): Promise<WorkedOff> {
  const rows = new DueRows(context)
  const others = new Others(context)
  let worked = await rows.run(known)
  for (;;) {
    // Work has most likely left events, so they are relayed meanwhile; the next agenda shows whether any wait.
    const relaying = worked > 0 ? others.relayAll() : 0
    const working = async () => {
      const until = addMs(context.clock.now(), target_ms)
      const agenda = await readAgenda(context, { now, until }, LIMITS)
      return { agenda, worked: await rows.run(agenda.rows.filter(({ due }) => due <= now)) }
    }
    const [done, relayed] = await Promise.all([working(), relaying])
    const { agenda } = done
    worked = done.worked
    const waiting = relayed > 0 ? 0 : agenda.waiting
    const followed = relayed + (await others.follow({ ...agenda, waiting }))
    if (followed > 0) rows.tryAgain()
    const is_busy = worked + followed + agenda.in_flight + agenda.waiting + agenda.batches > 0
    if (!is_busy || monotonicMs() > deadline_ms) {
      const next = agenda.rows.filter(({ due }) => due > now)
      return { is_busy, failed: rows.failedSince(since), next }
    }
    if (worked + followed === 0) await sleep(POLL_MS)
  }
}

/** Consequences of row work: reactions to events, and call outcomes. */
class Others {
  private readonly context: Context
  private readonly relay: Relay
  /** Each operation is recovered once at a stop. */
  private readonly recovered: string[] = []

  constructor(context: Context) {
    const { db: lazyDb, registry } = context
    this.context = context
    this.relay = { services: context, lazyDb, worker_id: null, reactions: registry.reactions }
  }

  /** Returns how much was done. */
  async follow({ waiting, batches, unanswered }: Agenda): Promise<number> {
    const relayed = waiting > 0 ? await this.relayAll() : 0
    // A batch with a failed reaction is retried here if no worker does it.
    if (batches > 0) await retryBatches(this.relay)
    return relayed + (unanswered > 0 ? await this.recover() : 0)
  }

  async relayAll(): Promise<number> {
    let relayed = 0
    for (let found = RELAY_BATCH; found === RELAY_BATCH; relayed += found) {
      found = (await relayEvents(this.relay, RELAY_BATCH, this.context.merchant_id)).length
    }
    return relayed
  }

  private async recover(): Promise<number> {
    const { context, recovered } = this
    const { registry, merchant_id } = context
    const { settlers } = registry
    const ids = await recoverMerchantOperations(
      context,
      settlers,
      merchant_id,
      recovered,
      RECOVERY_BATCH,
    )
    recovered.push(...ids)
    return ids.length
  }
}
