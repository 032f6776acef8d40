// API key states. Expiry is checked with each request, so no job has to mark expired keys.
import { machine } from '#kernel/machine.ts'

export const apiKey = machine({
  name: 'API key',
  start: ['active'],
  states: {
    active: 'The key works, within its scopes.',
    expired:
      'The time in `expiration` has passed: requests with the key get AU_02. Create another key.',
    revoked: 'The key was revoked permanently: requests with it get AU_02. Create another key.',
  },
  transitions: {
    revoke: { from: ['active', 'expired'], to: 'revoked', by: 'merchant' },
    expire: { from: ['active'], to: 'expired', by: 'clock' },
  },
})

export type KeyStatus = keyof typeof apiKey.states

/** Only `revoked` is stored; `expired` follows from the clock. */
export function keyStatus(
  row: { status: 'active' | 'revoked'; expiration: Date | null },
  now: Date,
): KeyStatus {
  if (row.status === 'revoked') return 'revoked'
  return row.expiration !== null && row.expiration <= now ? 'expired' : 'active'
}
