// The provider model. It acts once under an id, whenever the request arrives; a revoked id refuses late requests. The
// money it moved is the truth that the books are compared with.
import type { OperationRow } from '#core/operations/operation.ts'
import type { Outcome, Refused } from '#core/providers/provider.ts'
import { Pool, type Said, sayingOf } from './rows.ts'

type Result = 'approved' | 'declined' | 'refused' | 'pending' | 'challenge' | 'revoked'

interface Act {
  readonly result: Result
  /** Moved or held amount. */
  readonly amount: number
  /** For an authorization: the amount still held. */
  readonly held: number
}

interface Content {
  readonly acts: Readonly<Record<string, Act>>
  /** Charged, captured and paid out in all, whatever went back later. */
  readonly gross: number
  /** Charges and captures less refunds and payouts. */
  readonly moved: number
  readonly held: number
  /** A hold was dropped by the provider itself. */
  readonly dropped: boolean
  readonly memo: Map<string, Bank>
}
export type Bank = Content & { readonly id: number }

/** The provider's behaviour: as asked, less, not at all, later, or after the customer has acted. */
export type Manner = 'whole' | 'less' | 'declines' | 'later' | 'page'

export const LESS = 300

const pool = new Pool<Content>()

function bankOf(content: Omit<Content, 'memo'>): Bank {
  const names = Object.keys(content.acts).toSorted()
  const acts = names.map((name) => {
    const { result, amount, held } = content.acts[name] as Act
    return `${name} ${result} ${amount} ${held}`
  })
  const key = `${acts.join()} ${content.gross} ${content.moved} ${content.held} ${content.dropped}`
  return pool.intern(key, () => ({ ...content, memo: new Map() }))
}

export function emptyBank(): Bank {
  return bankOf({ acts: {}, gross: 0, moved: 0, held: 0, dropped: false })
}

/** The request arrives. Under an id that is known nothing happens again. */
export function act(bank: Bank, operation: OperationRow, manner: Manner): Bank {
  const { operation_id } = operation
  if (bank.acts[operation_id] !== undefined) return bank
  const { amount, parent_id, intent } = operation
  const key = `${operation_id} ${amount} ${parent_id} ${JSON.stringify(intent)} ${manner}`
  let next = bank.memo.get(key)
  if (next === undefined) {
    next = acted(bank, operation, manner)
    bank.memo.set(key, next)
  }
  return next
}

function acted(bank: Bank, operation: OperationRow, manner: Manner): Bank {
  const by = (operation.intent as { by?: string }).by
  switch (operation.kind) {
    case 'authorize':
    case 'payout':
      return manner === 'later' || manner === 'page'
        ? having(bank, operation.operation_id, nothing(manner === 'page' ? 'challenge' : 'pending'))
        : started(bank, operation, manner)
    case 'capture':
      return captured(bank, operation, manner)
    case 'void':
      return released(bank, operation)
    case 'reversal':
      return by === 'void' ? released(bank, operation) : refunded(bank, operation, 'whole')
    case 'refund':
      return refunded(bank, operation, manner)
    case 'answer':
      throw new Error('answers to disputes move no money and are not explored')
  }
}

function having(bank: Bank, operation_id: string, act: Act, change: Partial<Content> = {}): Bank {
  return bankOf({ ...bank, ...change, acts: { ...bank.acts, [operation_id]: act } })
}

function started(bank: Bank, operation: OperationRow, manner: Manner): Bank {
  const { operation_id, kind } = operation
  if (manner === 'declines') return having(bank, operation_id, nothing('declined'))
  const amount = operation.amount - (manner === 'less' ? LESS : 0)
  const gross = bank.gross + amount
  if (kind === 'payout') {
    const act: Act = { result: 'approved', amount, held: 0 }
    return having(bank, operation_id, act, { gross, moved: bank.moved - amount })
  }
  const { capture, review } = operation.intent as { capture: boolean; review: boolean }
  if (capture && !review) {
    const act: Act = { result: 'approved', amount, held: 0 }
    return having(bank, operation_id, act, { gross, moved: bank.moved + amount })
  }
  const act: Act = { result: 'approved', amount, held: amount }
  return having(bank, operation_id, act, { held: bank.held + amount })
}

function nothing(result: Result): Act {
  return { result, amount: 0, held: 0 }
}

function captured(bank: Bank, operation: OperationRow, manner: Manner): Bank {
  const { operation_id, parent_id } = operation
  const parent = bank.acts[parent_id ?? '']
  const { final } = operation.intent as { final: boolean }
  if (parent === undefined || parent.held < operation.amount) {
    return having(bank, operation_id, nothing('refused'))
  }
  const amount = operation.amount - (manner === 'less' ? LESS : 0)
  const left = final ? 0 : parent.held - amount
  const acts = { ...bank.acts, [parent_id ?? '']: { ...parent, held: left } }
  return having(
    { ...bank, acts },
    operation_id,
    { result: 'approved', amount, held: 0 },
    {
      gross: bank.gross + amount,
      moved: bank.moved + amount,
      held: bank.held - parent.held + left,
    },
  )
}

/** Releases a hold, or closes a customer's page that was not answered. */
function released(bank: Bank, { operation_id, parent_id }: OperationRow): Bank {
  const parent = bank.acts[parent_id ?? '']
  const isOpen = parent?.result === 'challenge' || parent?.result === 'pending'
  if (parent === undefined || (parent.held === 0 && !isOpen)) {
    return having(bank, operation_id, nothing('refused'))
  }
  const closed: Act = isOpen ? nothing('declined') : { ...parent, held: 0 }
  const acts = { ...bank.acts, [parent_id ?? '']: closed }
  return having({ ...bank, acts }, operation_id, nothing('approved'), {
    held: bank.held - parent.held,
  })
}

function refunded(bank: Bank, { operation_id, amount: asked }: OperationRow, manner: Manner): Bank {
  if (manner === 'declines' || bank.moved < asked) {
    return having(bank, operation_id, nothing('refused'))
  }
  const amount = asked - (manner === 'less' ? LESS : 0)
  const act: Act = { result: 'approved', amount, held: 0 }
  return having(bank, operation_id, act, { moved: bank.moved - amount })
}

/** From now on nothing can happen under this id; an earlier effect is reported. */
export function revoke(bank: Bank, { operation_id }: OperationRow): Bank {
  if (bank.acts[operation_id] !== undefined) return bank
  return having(bank, operation_id, nothing('revoked'))
}

/** The customer acts, or the rail gets to it. */
export function complete(bank: Bank, operation: OperationRow): Bank {
  const { [operation.operation_id]: _, ...acts } = bank.acts
  return started({ ...bank, acts }, operation, 'whole')
}

/** Providers drop holds by themselves. */
export function drop(bank: Bank, operation_id: string): Bank {
  const hold = bank.acts[operation_id] as Act
  const dropped = { ...hold, held: 0 }
  return having(bank, operation_id, dropped, { held: bank.held - hold.held, dropped: true })
}

export function heldUnder(bank: Bank): string | undefined {
  return Object.keys(bank.acts).find((name) => (bank.acts[name]?.held ?? 0) > 0)
}

export function waitingAt(bank: Bank): string | undefined {
  return Object.keys(bank.acts).find((name) => {
    const result = bank.acts[name]?.result
    return result === 'challenge' || result === 'pending'
  })
}

/** True if money moved or was held for it. */
export function hasMoved(bank: Bank, operation_id: string): boolean {
  return bank.acts[operation_id]?.result === 'approved'
}

const REFUSED: Refused = {
  result: 'refused',
  code: 'PE_01',
  unified_code: 'UE_9000',
  provider_code: 'x',
  message: 'x',
}

/** The provider's current report about an id; undefined when it has no record. */
export function reported(bank: Bank, operation_id: string): Said | undefined {
  const act = bank.acts[operation_id]
  return act && sayingOf(outcomeOf(operation_id, act))
}

function outcomeOf(operation_id: string, { result, amount }: Act): Outcome {
  const transaction_id = `t_${operation_id}`
  switch (result) {
    case 'approved':
      return { result, transaction_id, review: false, amount, currency: 'EUR' }
    case 'declined':
      return {
        result,
        transaction_id,
        code: 'UE_9000',
        provider_code: 'x',
        provider_message: 'x',
        network: null,
        reason: null,
      }
    case 'refused':
      return REFUSED
    case 'pending':
      return { result, transaction_id, instructions: null }
    case 'challenge':
      return { result, transaction_id, page_url: 'p', opened: false }
    case 'revoked':
      return { result }
  }
}
