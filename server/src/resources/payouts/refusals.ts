// Why a verb does not apply to a payout as it stands.
import { Failure } from '#errors.ts'
import { busy } from '#core/operations/perform.ts'
import { isSent } from './state.ts'
import type { PayoutRow } from './store.ts'

/** What has gone out or is over can only be looked at; what goes out at this moment will be known soon. */
export function assertNotSent({ status }: PayoutRow, what: string): void {
  if (isSent(status)) throw new Failure('IR_16', `The payout is ${status} and cannot be ${what}.`)
  if (status === 'requires_creation') throw busy('This payout is being sent at this moment.')
}
