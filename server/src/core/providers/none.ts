// A deployment without a provider: every request is `not_sent`.
import { DAY_MS } from '#kernel/clock.ts'
import { certaintyTable } from './certainty.ts'
import type { NotSent, Provider, Unknown } from './provider.ts'

const notSent: NotSent = { result: 'not_sent', reason: 'not_configured' }
const unknown: Unknown = { result: 'unknown' }

export function createNone(): Provider {
  return {
    name: 'none',
    certainty: certaintyTable(DAY_MS, { resend: null, revoke: 'none', query: 'none' }),
    authorize: async () => notSent,
    capture: async () => notSent,
    void: async () => notSent,
    refund: async () => notSent,
    payout: async () => notSent,
    checkPayout: async () => notSent,
    query: async () => unknown,
    revoke: async () => unknown,
    submitEvidence: async () => notSent,
    acceptDispute: async () => notSent,
    expireDispute: async () => notSent,
    queryDispute: async () => unknown,
    listEvents: async () => unknown,
    verifyCallback: () => undefined,
    close: () => undefined,
  }
}
