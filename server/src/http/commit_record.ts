// Each request records its own commits, because "nothing was changed" may be answered only if no commit was written
// and none has an unknown outcome.
import { type Commit, CommitUnknown } from '#kernel/commit.ts'
import { StatementNotSent, StatementUnknown } from '#kernel/db.ts'

export class CommitRecord {
  /** True after a commit was written, or was sent with an unknown outcome. */
  mayHaveWritten = false
  readonly commit: Commit

  constructor(commit: Commit) {
    this.commit = async (...writes) => {
      try {
        await commit(...writes)
      } catch (error) {
        if (error instanceof CommitUnknown) this.mayHaveWritten = true
        throw error
      }
      this.mayHaveWritten = true
    }
  }
}

/** Errors of a socket, and the SQLSTATEs with which PostgreSQL refuses or ends a connection. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

// The driver gives these errors no code.
const LOST = /^(Connection terminated|timeout expired|Query read timeout|Client has encountered)/

const LOST_STATEMENTS = [StatementNotSent, StatementUnknown, CommitUnknown]

/** The database, or another server that we depend on, cannot be reached at the moment. */
export function isUnreachable(error: unknown): boolean {
  if (LOST_STATEMENTS.some((lost) => error instanceof lost)) return true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return UNREACHABLE.has(code) || (typeof message === 'string' && LOST.test(message))
}
