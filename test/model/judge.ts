// Invariants forevery state, and forevery state in which nothing is in flight any more.
import { isOpen } from '#core/operations/operation.ts'
import { hasMoved } from './bank.ts'
import type { State } from './state.ts'
import { asOperation, find, operationsOf } from './store.ts'
import { AMOUNT, PAYMENT, PAYOUT, REFUND, REFUNDED } from './verbs.ts'
import type { ModelContext } from './step.ts'

/** In every state. */
export function wrongNow(model: ModelContext, { bank, store, client }: State): string | undefined {
  if (model.provider.is_horizon_kept && bank.gross + bank.held > AMOUNT) {
    return `double charge: the provider took or holds ${bank.gross + bank.held} for ${AMOUNT}`
  }
  const refunded = operationsOf(store).filter((each) => {
    const { kind, operation_id } = asOperation(each)
    return kind === 'refund' && hasMoved(bank, operation_id)
  })
  if (refunded.length > 1) return `double refund: ${REFUND} went back ${refunded.length} times`
  const untrue = client.told_nothing.find((each) => hasMoved(bank, each))
  if (untrue !== undefined) {
    return `false claim: a client got the answer that nothing was done for ${untrue}, and the provider did it`
  }
  return undefined
}

/** At rest, nothing more happens by itself. */
export function wrongAtRest(model: ModelContext, state: State): string | undefined {
  const { bank, store } = state
  const open = operationsOf(store).find((each) => isOpen(asOperation(each)))
  if (open !== undefined)
    return `stuck: ${asOperation(open).operation_id} has no outcome and nobody asks`
  const { books } = store
  if (books.moved !== bank.moved) {
    return `loss: the books say ${books.moved} moved, the provider says ${bank.moved}`
  }
  if (books.held !== bank.held) {
    return `loss: the books say ${books.held} is held, the provider says ${bank.held}`
  }
  if (books.in_transit !== 0) return `loss: ${books.in_transit} is in transit forever`
  // A payout cannot be called back; if the provider breaks its horizon, only the books can be right.
  const isGone = find(store, PAYOUT) !== undefined && !model.provider.is_horizon_kept
  const net = Math.abs(bank.moved) + bank.held
  if (net > AMOUNT && !isGone) return `double charge: ${net} of ${AMOUNT} at rest`
  return stuckObject(state)
}

const PASSING: ReadonlySet<unknown> = new Set([
  'processing',
  'requires_action',
  'requires_creation',
  'initiated',
  'pending',
])

function stuckObject({ store }: State): string | undefined {
  for (const name of [PAYMENT, PAYOUT, REFUNDED]) {
    const row = find(store, name)?.row
    if (row === undefined) continue
    if (PASSING.has(row['status']))
      return `stuck: ${name} is ${String(row['status'])} and nothing is in flight`
    if (row['operation_id'] !== null && name === PAYMENT) return `stuck: ${name} is locked`
    const late = (row['late_outcomes'] ?? []) as { reversal: string }[]
    if (late.some(({ reversal }) => reversal === 'pending'))
      return 'stuck: a reversal is pending forever'
  }
  return undefined
}
