// Payout states. Each state determines what the merchant may do next; each transition leads to one state.
import { machine } from '#kernel/machine.ts'

const READY = ['requires_fulfillment', 'requires_creation'] as const
const IN_FLIGHT = ['initiated', 'pending'] as const
const WAITING = [
  'requires_payout_method_data',
  'requires_confirmation',
  'requires_fulfillment',
  'requires_vendor_account_creation',
] as const

export const payout = machine({
  name: 'Payout',
  start: ['requires_fulfillment', 'requires_payout_method_data'],
  states: {
    requires_payout_method_data:
      'Needs the details of the recipient, who has the link. Cancel it, or add a method yourself.',
    requires_confirmation:
      'The recipient has sent details. Review and confirm them, or cancel the payout.',
    requires_fulfillment:
      'Ready to send: fulfill it, or cancel it. With `auto_fulfill` it is sent automatically.',
    requires_vendor_account_creation:
      'The recipient must first open an account with the rail, within seven days. Confirm the payout to check again.',
    requires_creation: 'Being sent to the rail. Wait.',
    initiated: 'Sent to the rail. Wait for the event, or retrieve the payout.',
    pending:
      'The rail accepted the payout and is processing it. Wait for the event, or retrieve the payout.',
    success: 'The recipient has the money. The bank can still return it.',
    failed: 'No money left your balance; `unified_code` says why. Create another payout.',
    reversed: "The recipient's bank returned the money to your balance.",
    cancelled: 'Cancelled before it was sent.',
    expired: 'The payout was not fulfilled in time.',
    ineligible: 'The recipient cannot be paid this way; `unified_code` says why.',
  },
  transitions: {
    add_method: {
      from: ['requires_payout_method_data'],
      to: 'requires_confirmation',
      by: 'customer',
    },
    confirm: { from: ['requires_confirmation'], to: 'requires_fulfillment', by: 'merchant' },
    mark_ineligible: { from: READY, to: 'ineligible', by: 'provider', emits: 'payout_failed' },
    await_account: { from: READY, to: 'requires_vendor_account_creation', by: 'provider' },
    open_account: {
      from: ['requires_vendor_account_creation'],
      to: 'requires_fulfillment',
      by: 'provider',
    },
    send: { from: ['requires_fulfillment'], to: 'requires_creation', by: 'merchant' },
    not_sent: { from: ['requires_creation'], to: 'requires_fulfillment', by: 'provider' },
    initiate: {
      from: ['requires_creation'],
      to: 'initiated',
      by: 'provider',
      emits: 'payout_initiated',
    },
    accept: { from: ['initiated'], to: 'pending', by: 'provider', emits: 'payout_processing' },
    succeed: { from: IN_FLIGHT, to: 'success', by: 'provider', emits: 'payout_success' },
    fail: { from: IN_FLIGHT, to: 'failed', by: 'provider', emits: 'payout_failed' },
    reverse: { from: ['success'], to: 'reversed', by: 'provider', emits: 'payout_reversed' },
    succeed_late: {
      from: ['requires_fulfillment', 'failed', 'cancelled', 'expired'],
      to: 'success',
      by: 'provider',
      emits: 'payout_success',
    },
    cancel: { from: WAITING, to: 'cancelled', by: 'merchant', emits: 'payout_cancelled' },
    expire: { from: WAITING, to: 'expired', by: 'clock', emits: 'payout_expired' },
  },
})

export type PayoutStatus = keyof typeof payout.states
export type PayoutTransition = keyof typeof payout.transitions

const UNSENT: ReadonlySet<PayoutStatus> = new Set([
  'requires_payout_method_data',
  'requires_confirmation',
  'requires_fulfillment',
  'requires_vendor_account_creation',
  'requires_creation',
])

/** Only the rail can change it. */
export function isSent(status: PayoutStatus): boolean {
  return !UNSENT.has(status)
}

/** Nothing follows, except that the money may be returned. */
export function isTerminal(status: PayoutStatus): boolean {
  return isSent(status) && status !== 'initiated' && status !== 'pending'
}
