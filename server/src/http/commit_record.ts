// Each request records its own commits, because "nothing was changed" may be answered only if no commit was written
// and none has an unknown outcome.
import { type Commit, CommitUnknown } from '#kernel/commit.ts'

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
