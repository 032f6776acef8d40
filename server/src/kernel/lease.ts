// A cache with a lease, usually one second, for rows that every request needs and that seldom change. Changes are not
// broadcast: a process that cannot read stops using its entry when the lease ends. A writer that needs every process
// to see its change waits for one lease.
import { monotonicMs } from './clock.ts'

export const LEASE_MS = 1_000
const MAX_ENTRIES = 10_000

export class Leased<T> {
  private readonly entries = new Map<string, { at: number; found: Promise<T | undefined> }>()
  private readonly lease_ms: number

  constructor(lease_ms = LEASE_MS) {
    this.lease_ms = lease_ms
  }

  /** A name that is not found is not cached. */
  get(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.entries.get(name)
    if (known && monotonicMs() - known.at < this.lease_ms) return known.found
    // The lease starts before the read is sent, so the result is at least that fresh.
    const entry = { at: monotonicMs(), found: read() }
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear()
    this.entries.set(name, entry)
    const drop = () => {
      if (this.entries.get(name) === entry) this.entries.delete(name)
    }
    entry.found.then((found) => found === undefined && drop(), drop)
    return entry.found
  }

  /** In this process only: others use their entry until its lease ends. */
  evict(name: string): void {
    this.entries.delete(name)
  }
}
