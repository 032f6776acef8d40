// Approves everything at once, inside this process: what is left when the provider costs nothing, for
// measuring the rest. No money is behind it, so it is not to be had outside the sandbox.
import type { Approved, NewsPage, Provider, Refused } from './provider.ts'

export function createInstant({ sandbox }: { sandbox: boolean }): Provider {
  if (!sandbox) throw new Error('The instant provider approves everything; it is for the sandbox.')
  const approve = ({ operation_id }: { operation_id: string }) => approved(operation_id)
  return {
    name: 'instant',
    authorize: approve,
    capture: approve,
    void: approve,
    refund: approve,
    payout: approve,
    checkPayout: async () => ({ result: 'eligible' }),
    // It remembers nothing, and what it would have answered is always the same.
    query: approved,
    submitEvidence: async () => undisputed,
    acceptDispute: async () => undisputed,
    expireDispute: async () => undisputed,
    queryDispute: async () => 'never_seen',
    newsSince: async () => noNews,
    verifyCallback: () => undefined,
    close: () => undefined,
  }
}

/** The same operation always gets the same transaction, without a memory of any. */
function approved(operation_id: string): Promise<Approved> {
  const transaction_id = `ins_${operation_id}`
  return Promise.resolve({ result: 'approved', transaction_id, review: false })
}

/** Nobody is behind the cards it approves, so nobody disputes. */
const undisputed: Refused = {
  result: 'refused',
  code: 'PE_01',
  unified_code: 'UE_4004',
  provider_code: 'unknown_dispute',
  message: 'There is no such dispute.',
}

/** Everything was told at once. */
const noNews: NewsPage = { result: 'news', news: [], cursor: '', has_more: false }
