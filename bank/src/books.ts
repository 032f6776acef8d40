// The only writer of facts. Facts are logged and applied to the ledger in one turn of the event loop, so that two
// requests can never both capture the rest of a hold. Timers write facts too, when they are due.
import type { Clock } from './clock.ts'
import type { Terms } from './config.ts'
import { moveFacts, openFacts } from './dispute_facts.ts'
import { dropFacts, endingFact, returnFact } from './facts.ts'
import { apply, emptyLedger, type Fact, isDispute, type Ledger, type Subject } from './ledger.ts'
import { type Log, openLog } from './log.ts'
import type { Operation } from './operation.ts'

interface BooksOptions {
  path: string
  clock: Clock
  terms: Terms
  /** Called when a callback must be sent. */
  onOwed: (subject: Subject) => void
}

export async function openBooks(options: BooksOptions): Promise<Books> {
  const ledger = emptyLedger()
  const log = await openLog<Fact>(options.path, (fact) => apply(ledger, fact))
  return new Books(options, ledger, log)
}

function subjectsOf({ operations, disputes }: Ledger): Subject[] {
  return [...operations.values(), ...disputes.values()]
}

export class Books {
  readonly log: Log<Fact>
  readonly ledger: Ledger
  private readonly options: BooksOptions
  private readonly waits = new Map<Subject, () => void>()

  constructor(options: BooksOptions, ledger: Ledger, log: Log<Fact>) {
    this.log = log
    this.ledger = ledger
    this.options = options
    for (const subject of subjectsOf(ledger)) this.wait(subject)
  }

  now(): number {
    return this.options.clock.now()
  }

  /** Atomic: after a crash all of the facts are in the log, or none. */
  write(...facts: Fact[]): void {
    this.log.append(this.now(), ...facts)
    for (const fact of facts) {
      const subject = apply(this.ledger, fact)
      if (subject === undefined) continue
      this.wait(subject)
      if (fact.set.owed) this.options.onOwed(subject)
    }
  }

  /** All subjects with a callback that may not have been sent. */
  owing(): Subject[] {
    return subjectsOf(this.ledger).filter(({ owed }) => owed !== null)
  }

  /** The number of running timers. */
  get due(): number {
    return this.waits.size
  }

  /** No answer or callback may be sent before this resolves. */
  flushed(): Promise<void> {
    return this.log.flushed()
  }

  async stop(): Promise<void> {
    for (const stop of this.waits.values()) stop()
    await this.log.close()
  }

  private wait(subject: Subject): void {
    this.waits.get(subject)?.()
    this.waits.delete(subject)
    if (subject.due_at === null) return
    const ms = Math.max(0, subject.due_at - this.now())
    const { clock, terms } = this.options
    const call = () => {
      this.waits.delete(subject)
      this.write(...dueFacts(this.ledger, subject, terms, this.now()))
    }
    this.waits.set(subject, clock.after(ms, call))
  }
}

/** The facts of a timer that is due. */
function dueFacts(ledger: Ledger, subject: Subject, terms: Terms, now: number): Fact[] {
  if (isDispute(subject)) {
    return subject.verdict === null ? [] : moveFacts(subject, subject.verdict, terms, now)
  }
  const { outcome, ending } = subject
  if (outcome === 'pending') return [endingFact(subject, { ...ending, wait_ms: 0 }, now)]
  if (ending.aftermath?.type === 'return') return [returnFact(subject, ending.aftermath.code, now)]
  if (ending.aftermath?.type === 'drop_hold') {
    return dropFacts(subject, ledger.balances.get(subject.operation_id))
  }
  return disputeFacts(ledger, subject, terms, now)
}

/** The cardholder disputes everything that was captured, once. */
function disputeFacts(ledger: Ledger, taking: Operation, terms: Terms, now: number): Fact[] {
  const authorization = ledger.operations.get(taking.parent_id ?? taking.operation_id)
  const dispute = authorization?.paid_with.dispute
  if (!authorization || !dispute) return []
  const { operation_id } = authorization
  const isDisputed = [...ledger.disputes.values()].some(
    (each) => each.operation_id === operation_id,
  )
  if (isDisputed) return []
  const amount = ledger.balances.get(operation_id)?.captured ?? 0
  return openFacts(authorization, { ...dispute, amount }, terms, now)
}
