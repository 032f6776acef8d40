// Approves everything immediately, in this process: for benchmarks without a provider's cost. It moves no money, so
// it works in the sandbox only.
import { DAY_MS } from '#kernel/clock.ts'
import { certaintyTable } from './certainty.ts'
import type { Approved, EventPage, Provider, Refused } from './provider.ts'
import type { OperationRequest } from './request.ts'

/** Maximum number of approvals that a query can find. */
const MAX_APPROVALS = 10_000

export function createInstant({ sandbox }: { sandbox: boolean }): Provider {
  if (!sandbox) throw new Error('The instant provider approves everything; it is for the sandbox.')
  const approvals = new Map<string, Approved>()
  const approve = async (request: OperationRequest & { amount?: number }): Promise<Approved> => {
    const outcome = approved(request)
    approvals.set(request.operation_id, outcome)
    if (approvals.size > MAX_APPROVALS) {
      const [oldest] = approvals.keys()
      approvals.delete(oldest ?? '')
    }
    return outcome
  }
  return {
    name: 'instant',
    // The same request always gets the same answer.
    certainty: certaintyTable(DAY_MS, {
      resend: { remembered_ms: null, identical: false },
      revoke: 'none',
      query: 'lagging',
    }),
    authorize: approve,
    capture: approve,
    void: approve,
    refund: approve,
    payout: approve,
    checkPayout: async () => ({ result: 'eligible' }),
    query: async ({ operation_id }) => approvals.get(operation_id) ?? 'never_seen',
    revoke: async () => ({ result: 'unknown' }),
    submitEvidence: async () => undisputed,
    acceptDispute: async () => undisputed,
    expireDispute: async () => undisputed,
    queryDispute: async () => 'never_seen',
    listEvents: async () => noEvents,
    verifyCallback: () => undefined,
    close: () => undefined,
  }
}

/** The same operation gets the same transaction in every process. */
function approved(request: OperationRequest & { amount?: number }): Approved {
  const { operation_id, currency, amount = 0 } = request
  const transaction_id = `ins_${operation_id}`
  return { result: 'approved', transaction_id, review: false, amount, currency }
}

/** This provider has no disputes. */
const undisputed: Refused = {
  result: 'refused',
  code: 'PE_01',
  unified_code: 'UE_4004',
  provider_code: 'unknown_dispute',
  message: 'There is no such dispute.',
}

const noEvents: EventPage = { result: 'events', events: [], cursor: '', has_more: false }
