// The life of a payout. Each state says what the merchant may do next; each transition leads to one state.
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
      'Waits for the details of its recipient, who has the link. Cancel it, or add a method yourself.',
    requires_confirmation:
      'The recipient has sent details. Look at them and confirm, or cancel it.',
    requires_fulfillment:
      'Can be sent: fulfil it, or cancel it. With `auto_fulfill` it goes by itself.',
    requires_vendor_account_creation:
      'The recipient must open an account with the rail first, within seven days. Confirm to look again.',
    requires_creation: 'Being handed to the rail at this moment. Wait.',
    initiated: 'The rail was asked. Wait for the event, or retrieve the payout.',
    pending: 'The rail has taken it and is at work. Wait for the event, or retrieve the payout.',
    success: 'The money has gone to the recipient. A bank can still return it.',
    failed: 'No money has left your balance; `unified_code` says why. Make another payout.',
    reversed: "The recipient's bank returned the money, and it is in your balance again.",
    cancelled: 'Called off before it was sent.',
    expired: 'Nobody sent it in time.',
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

/** Nothing of it can be changed any more, but by the rail. */
export function isSent(status: PayoutStatus): boolean {
  return !UNSENT.has(status)
}

/** The rail has nothing more to say, unless the money comes back. */
export function isTerminal(status: PayoutStatus): boolean {
  return isSent(status) && status !== 'initiated' && status !== 'pending'
}
