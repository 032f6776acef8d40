// What an error answer may claim depends on what was written before it. Each request has a record of its
// own commits: "nothing was changed" is answered only when no commit was written and none is in doubt.
import { type Commit, CommitUnknown } from '#kernel/commit.ts'
import { StatementNotSent, StatementUnknown } from '#kernel/db.ts'

/** Remembers whether anything was written for one request. */
export class CommitRecord {
  /** True once a commit was written, or was sent and its outcome is not known. */
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

/** Errors of a socket, and what PostgreSQL answers when it takes no connection or ends one. */
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
