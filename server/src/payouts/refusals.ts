// Why a verb does not apply to a payout as it stands.
import { Failure } from '../errors.ts'
import { isOut } from './state.ts'
import type { PayoutRow } from './store.ts'

/** What has gone out or is over can only be looked at; what goes out at this moment will be known soon. */
export function checkStillHere({ status }: PayoutRow, what: string): void {
  if (isOut(status)) throw new Failure('IR_16', `The payout is ${status} and cannot be ${what}.`)
  if (status !== 'requires_creation') return
  throw new Failure(
    'HE_00',
    'This payout is being sent at this moment. Nothing was changed by your request; try again.',
    { status: 409, headers: { 'Retry-After': '1' } },
  )
}
