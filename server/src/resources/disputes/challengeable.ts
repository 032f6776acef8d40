import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { dispute } from './state.ts'
import type { DisputeRow } from './store.ts'

/** Evidence is taken while the dispute is open and its time is not over. */
export function checkChallengeable({ status, challenge_required_by }: DisputeRow, now: Date): void {
  if (!allows(dispute, status, 'challenge')) {
    throw new Failure('IR_14', `A dispute with the status ${status} takes no evidence any more.`)
  }
  if (now > challenge_required_by) {
    const end = challenge_required_by.toISOString()
    throw new Failure('IR_14', `The time for evidence of this dispute ended at ${end}.`)
  }
}
