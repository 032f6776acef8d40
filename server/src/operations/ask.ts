import { addMs } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import type { Outcome } from '../providers/provider.ts'
import type { OperationRow } from './operation.ts'

// Twice as long as a call may take: a first request cannot be on its way any more.
const GIVEN_UP_MS = 40_000

/** What the provider says became of an operation. */
export async function askAbout(
  { provider, clock }: Pick<Services, 'provider' | 'clock'>,
  operation: OperationRow,
): Promise<Outcome> {
  const answer = await provider.query(operation.operation_id)
  if (answer !== 'never_seen') return answer
  const late = operation.created <= addMs(clock.now(), -GIVEN_UP_MS)
  return late ? { result: 'not_sent', reason: 'unreachable' } : { result: 'unknown' }
}
