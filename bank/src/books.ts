// The only writer of facts. Facts are logged and applied to the ledger in one event loop turn, so that two requests
// can never both capture the rest of a hold. Timers write facts too, when they are due.
import type { Clock } from './clock.ts'
import type { Terms } from './config.ts'
import { moveFacts, openFacts } from './dispute_facts.ts'
import { clockFact, dropFacts, endingFact, returnFact } from './facts.ts'
import {
  apply,
  emptyLedger,
  type Fact,
  isDispute,
  isExpected,
  type Ledger,
  type Subject,
} from './ledger.ts'
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
  /** Scheduled changes that were made since the start, by merchant. */
  private readonly changes = new Map<string, number>()

  constructor(options: BooksOptions, ledger: Ledger, log: Log<Fact>) {
    this.log = log
    this.ledger = ledger
    this.options = options
    for (const subject of subjectsOf(ledger)) this.wait(subject)
  }

  now(): number {
    return this.options.clock.now()
  }

  /** Atomic: after a crash the log has all the facts, or none. */
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

  /** Number of running timers. */
  get due(): number {
    return this.waits.size
  }

  /** A merchant's scheduled changes. A transfer is made by the customer, so it is not the bank's next change. */
  scheduleOf(merchant_id: string) {
    const waiting = this.waitingOf(merchant_id)
    const times = waiting
      .filter((subject) => !isExpected(subject))
      .map(({ due_at }) => Math.max(0, (due_at ?? 0) - this.now()))
    const next_in_ms = times.length === 0 ? null : Math.min(...times)
    return { next_in_ms, scheduled: waiting.length, changes: this.changes.get(merchant_id) ?? 0 }
  }

  /** The merchant's clock was moved forward: what is due by it happens now. */
  bringForward(merchant_id: string, ms: number): void {
    const waiting = this.waitingOf(merchant_id)
    if (waiting.length === 0) return
    this.write(clockFact(merchant_id, ms, this.now()))
    for (const subject of waiting.toSorted((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0))) {
      if (subject.due_at === null || subject.due_at > this.now()) this.wait(subject)
      else this.happen(subject)
    }
  }

  private waitingOf(merchant_id: string): Subject[] {
    return [...this.waits.keys()].filter((subject) => subject.merchant_id === merchant_id)
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
    this.waits.set(
      subject,
      this.options.clock.after(ms, () => this.happen(subject)),
    )
  }

  private happen(subject: Subject): void {
    this.waits.get(subject)?.()
    this.waits.delete(subject)
    const { merchant_id } = subject
    if (merchant_id !== null) {
      this.changes.set(merchant_id, (this.changes.get(merchant_id) ?? 0) + 1)
    }
    this.write(...dueFacts(this.ledger, subject, this.options.terms, this.now()))
  }
}

/** The facts that a due timer writes. */
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
