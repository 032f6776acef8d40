// A deployment without an acquirer: whatever is asked is surely not sent.
import type { NotSent, Provider } from './provider.ts'

const notSent: NotSent = { result: 'not_sent', reason: 'unreachable' }

export function createNone(): Provider {
  return {
    name: 'none',
    authorize: async () => notSent,
    capture: async () => notSent,
    void: async () => notSent,
    refund: async () => notSent,
    query: async () => ({ result: 'unknown' }),
    verifyCallback: () => undefined,
    close: () => undefined,
  }
}
