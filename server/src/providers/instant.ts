// Approves everything at once, inside this process: what is left when the provider costs nothing, for
// measuring the rest. No money is behind it, so it is not to be had outside the sandbox.
import type { Approved, Provider } from './provider.ts'

export function createInstant({ sandbox }: { sandbox: boolean }): Provider {
  if (!sandbox) throw new Error('The instant provider approves everything; it is for the sandbox.')
  const approve = ({ operation_id }: { operation_id: string }) => approved(operation_id)
  return {
    name: 'instant',
    authorize: approve,
    capture: approve,
    void: approve,
    refund: approve,
    // It remembers nothing, and what it would have answered is always the same.
    query: approved,
    verifyCallback: () => undefined,
    close: () => undefined,
  }
}

/** The same operation always gets the same transaction, without a memory of any. */
function approved(operation_id: string): Promise<Approved> {
  const transaction_id = `ins_${operation_id}`
  return Promise.resolve({ result: 'approved', transaction_id, review: false })
}
