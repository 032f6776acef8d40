// What every request needs and what seldom changes is read once a lease, a second, and kept meanwhile.
// Nobody has to be told of a change: a process that cannot read cannot go on with what it knows, because
// time passes. Whoever must know that all have forgotten waits for one lease.
import { monotonicMs } from './clock.ts'

export const LEASE_MS = 1_000
const LARGEST = 10_000

export class Leased<T> {
  private readonly kept = new Map<string, { at: number; found: Promise<T | undefined> }>()

  /** What is not found is not kept. */
  get(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.kept.get(name)
    if (known && monotonicMs() - known.at < LEASE_MS) return known.found
    // The lease starts before the reading is sent: what it then finds is at least that fresh.
    const entry = { at: monotonicMs(), found: read() }
    if (this.kept.size >= LARGEST) this.kept.clear()
    this.kept.set(name, entry)
    const drop = () => {
      if (this.kept.get(name) === entry) this.kept.delete(name)
    }
    entry.found.then((found) => found === undefined && drop(), drop)
    return entry.found
  }

  /** In this process only: others go on for the rest of their lease. */
  forget(name: string): void {
    this.kept.delete(name)
  }
}
