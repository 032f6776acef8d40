// The bank's decisions: pure functions from a request and its parent to a plan.
import { isLuhnValid, ruleFor } from './cards.ts'
import {
  APPROVED,
  CANCELLED,
  DECLINED,
  INVALID_NUMBER,
  REFUND_RETURNED,
  SESSION_OVER,
} from './codes.ts'
import type { Terms } from './config.ts'
import type { Balance } from './ledger.ts'
import { instructionsOf, isTokenMethod } from './methods.ts'
import type {
  Aftermath,
  CardInstrument,
  Ending,
  Operation,
  OperationRequest,
  RedirectInstrument,
  UpiInstrument,
} from './operation.ts'
import { Refusal } from './refusal.ts'

/** A bank transfer arrives after this time, unless it is settled earlier. */
const TRANSFER_MS = 60_000

export interface Plan {
  /** The customer must choose on a page first. */
  page: boolean
  ending: Ending
  /** The customer needs instructions for the payment. */
  instructions: boolean
}

export interface Parent {
  operation: Operation
  balance: Balance
}

/** For all kinds but payouts, which have no authorization. */
export function decide(request: OperationRequest, parent: Parent | undefined, terms: Terms): Plan {
  if (request.kind === 'authorize') return decideAuthorize(request, terms)
  if (parent === undefined) {
    throw new Refusal(
      'unknown_parent',
      'parent_id names no authorization of this bank. Send the operation_id of the authorize operation.',
    )
  }
  if (request.currency !== parent.operation.currency) {
    throw new Refusal(
      'invalid_request',
      `The authorization is in ${parent.operation.currency}. Send that currency.`,
    )
  }
  if (request.kind === 'capture') return decideCapture(request, parent, terms)
  if (request.kind === 'void') return decideVoid(parent)
  return decideRefund(request, parent, terms)
}

export function endingWith(code: string, wait_ms = 0): Ending {
  return { code, review: false, wait_ms, aftermath: null }
}

export function now(code: string, aftermath: Aftermath | null = null): Plan {
  return { page: false, ending: { ...endingWith(code), aftermath }, instructions: false }
}

export function later(code: string, wait_ms: number, instructions = false): Plan {
  return { page: false, ending: endingWith(code, wait_ms), instructions }
}

function decideAuthorize(request: OperationRequest, terms: Terms): Plan {
  const { instrument } = request
  if (instrument?.type === 'card') return decideCard(request, instrument, terms)
  if (instrument?.type === 'redirect') return decideRedirect(instrument)
  if (instrument?.type === 'bank_transfer') return later(APPROVED, TRANSFER_MS, true)
  if (instrument?.type === 'upi') return decideUpi(instrument, terms)
  throw new Refusal(
    'invalid_request',
    'instrument.type must be card, redirect, bank_transfer or upi for an authorization.',
  )
}

function decideCard(request: OperationRequest, card: CardInstrument, terms: Terms): Plan {
  if (!isLuhnValid(card.number)) return now(INVALID_NUMBER)
  const rule = ruleFor(card.number)
  const isAsked = request.authentication === 'three_ds'
  if (rule.without_three_ds !== undefined && !isAsked) return now(rule.without_three_ds)
  if (rule.without_customer !== undefined && !request.customer_present) {
    return now(rule.without_customer)
  }
  if (rule.without_both !== undefined && !isAsked && !request.customer_present) {
    return now(rule.without_both)
  }
  const ending = endingWith(rule.code, rule.slow ? terms.later_ms : 0)
  // A zero-amount payment only checks the card: there is nothing to dispute.
  const isDisputed = rule.dispute !== undefined && request.capture && request.amount > 0
  return {
    page: rule.challenge === 'always' || (rule.challenge === 'asked' && isAsked),
    ending: {
      ...ending,
      review: rule.review ?? false,
      aftermath: isDisputed ? { type: 'dispute', wait_ms: terms.later_ms } : null,
    },
    instructions: false,
  }
}

function decideRedirect(instrument: RedirectInstrument): Plan {
  if (instrument.wallet_address?.endsWith('fail')) return now('91')
  if (isTokenMethod(instrument.method_type)) return now(APPROVED)
  return { ...now(APPROVED), page: true }
}

function decideUpi(instrument: UpiInstrument, { later_ms }: Terms): Plan {
  const code = instrument.vpa === 'failure@upi' ? DECLINED : APPROVED
  return later(code, later_ms, instructionsOf(instrument.method_type) !== undefined)
}

function decideCapture(
  request: OperationRequest,
  { operation, balance }: Parent,
  { later_ms }: Terms,
): Plan {
  if (operation.outcome !== 'approved') throw wrongState('captured', operation.outcome)
  if (balance.is_closed) throw wrongState('captured', 'already charged, released or finished')
  if (request.amount > balance.held) {
    throw new Refusal(
      'amount_exceeds_hold',
      `Only ${balance.held} of the hold is left. Capture at most that much.`,
    )
  }
  const { captures } = operation.paid_with
  if (captures !== null) return now(captures)
  // The cardholder disputes the first capture.
  const isDisputed = operation.paid_with.dispute !== null && balance.captured === 0
  return now(APPROVED, isDisputed ? { type: 'dispute', wait_ms: later_ms } : null)
}

/** An unfinished authorization can be voided too; this closes its page. */
function decideVoid({ operation, balance }: Parent): Plan {
  if (operation.outcome === 'declined') throw wrongState('voided', 'declined')
  if (operation.outcome === 'approved' && balance.is_closed) {
    throw wrongState('voided', 'already charged, released or finished')
  }
  if (operation.outcome === 'approved' && balance.held === 0 && balance.captured > 0) {
    throw wrongState('voided', 'already captured in full')
  }
  return now(APPROVED)
}

function decideRefund(
  request: OperationRequest,
  { operation, balance }: Parent,
  { later_ms }: Terms,
): Plan {
  if (operation.outcome !== 'approved') throw wrongState('refunded', operation.outcome)
  const gone = balance.refunded + balance.refunding + balance.charged_back
  const left = Math.max(0, balance.captured - gone)
  if (request.amount > left) {
    throw new Refusal(
      'amount_exceeds_captured',
      `Only ${left} of the captured amount is left to refund. Refund at most that much.`,
    )
  }
  if (request.amount % 100 === 77) return later(DECLINED, later_ms)
  if (operation.paid_with.refunds === 'slow') return later(APPROVED, later_ms)
  const returned = { type: 'return', code: REFUND_RETURNED, wait_ms: later_ms } as const
  return now(APPROVED, operation.paid_with.refunds === 'return' ? returned : null)
}

function wrongState(verb: string, state: string): Refusal {
  return new Refusal(
    'wrong_state',
    `The authorization cannot be ${verb}: it is ${state}. Query it for its state.`,
  )
}

const issuerCodes = { decline: 'A01', abandon: 'A03' }
const methodCodes = { decline: DECLINED, abandon: CANCELLED }

const codesOf = ({ paid_with }: Operation) =>
  paid_with.type === 'card' ? issuerCodes : methodCodes

/** The card table decides only after Approve. */
export function afterChoice(operation: Operation, choice: Choice): Ending {
  return choice === 'approve' ? operation.ending : endingWith(codesOf(operation)[choice])
}

/** True if this choice was made. An operation can also end without one. */
export function wasChosen(operation: Operation, choice: Choice): boolean {
  const { decline, abandon } = codesOf(operation)
  const { code } = operation.ending
  if (code === SESSION_OVER) return false
  const made = code === decline ? 'decline' : code === abandon ? 'abandon' : 'approve'
  return choice === made
}

export const choices = ['approve', 'decline', 'abandon'] as const
export type Choice = (typeof choices)[number]

/** The ending for a pending operation that a request settles. */
export function afterSettling(operation: Operation, outcome: 'approved' | 'declined'): Ending {
  const { ending } = operation
  if (outcome === 'approved') return { ...ending, code: APPROVED, wait_ms: 0 }
  return endingWith(ending.code === APPROVED ? DECLINED : ending.code)
}
