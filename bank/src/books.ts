// Everything the bank does is written here: facts are put down and taken in, both in one turn of the
// event loop, so that two requests can never both have the last of a hold. What comes due by itself is
// turned into facts too, by whoever opened the books.
import type { Clock } from './clock.ts'
import { emptyLedger, type Fact, type Ledger, type Subject, take } from './ledger.ts'
import { type Log, openLog } from './log.ts'

interface BooksOptions {
  path: string
  clock: Clock
  /** What happens to it when its time has come. */
  whenDue: (ledger: Ledger, subject: Subject, now: number) => Fact[]
  /** Called when a callback has become owed. */
  onOwed: (subject: Subject) => void
}

export async function openBooks(options: BooksOptions): Promise<Books> {
  const ledger = emptyLedger()
  const log = await openLog<Fact>(options.path, (fact) => take(ledger, fact))
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

  /** All of the facts or, after a crash, none of them. */
  write(...facts: Fact[]): void {
    this.log.append(this.now(), ...facts)
    for (const fact of facts) {
      const subject = take(this.ledger, fact)
      if (subject === undefined) continue
      this.wait(subject)
      if (fact.set.owed) this.options.onOwed(subject)
    }
  }

  /** Everything with a callback that may still be owed. */
  owing(): Subject[] {
    return subjectsOf(this.ledger).filter(({ owed }) => owed !== null)
  }

  /** How many subjects will change by themselves. */
  get due(): number {
    return this.waits.size
  }

  /** Nothing may be told before this resolves. */
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
    const { clock, whenDue } = this.options
    const call = () => {
      this.waits.delete(subject)
      this.write(...whenDue(this.ledger, subject, this.now()))
    }
    this.waits.set(subject, clock.after(ms, call))
  }
}
