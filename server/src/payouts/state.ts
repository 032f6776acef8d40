// The life of a payout. Each state says what the merchant may do next; each event leads to one state.
import { machine } from '../kernel/machine.ts'

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
  events: {
    add_method: {
      from: ['requires_payout_method_data'],
      to: 'requires_confirmation',
      by: 'customer',
    },
    confirm: { from: ['requires_confirmation'], to: 'requires_fulfillment', by: 'merchant' },
    rule_out: {
      from: ['requires_fulfillment', 'requires_creation'],
      to: 'ineligible',
      by: 'provider',
    },
    await_account: {
      from: ['requires_fulfillment', 'requires_creation'],
      to: 'requires_vendor_account_creation',
      by: 'provider',
    },
    open_account: {
      from: ['requires_vendor_account_creation'],
      to: 'requires_fulfillment',
      by: 'provider',
    },
    send: { from: ['requires_fulfillment'], to: 'requires_creation', by: 'merchant' },
    unsend: { from: ['requires_creation'], to: 'requires_fulfillment', by: 'provider' },
    initiate: { from: ['requires_creation'], to: 'initiated', by: 'provider' },
    accept: { from: ['initiated'], to: 'pending', by: 'provider' },
    succeed: { from: ['initiated', 'pending'], to: 'success', by: 'provider' },
    fail: { from: ['initiated', 'pending'], to: 'failed', by: 'provider' },
    reverse: { from: ['success'], to: 'reversed', by: 'provider' },
    cancel: {
      from: [
        'requires_payout_method_data',
        'requires_confirmation',
        'requires_fulfillment',
        'requires_vendor_account_creation',
      ],
      to: 'cancelled',
      by: 'merchant',
    },
    expire: {
      from: [
        'requires_payout_method_data',
        'requires_confirmation',
        'requires_fulfillment',
        'requires_vendor_account_creation',
      ],
      to: 'expired',
      by: 'clock',
    },
  },
})

export type PayoutStatus = keyof typeof payout.states
export type PayoutEvent = keyof typeof payout.events

/** What a merchant is told when a payout arrives in a state; of what it only waits for, nothing. */
export const told: Readonly<Partial<Record<PayoutStatus, string>>> = {
  initiated: 'payout_initiated',
  pending: 'payout_processing',
  success: 'payout_success',
  failed: 'payout_failed',
  ineligible: 'payout_failed',
  reversed: 'payout_reversed',
  cancelled: 'payout_cancelled',
  expired: 'payout_expired',
}

/** Nothing of it can be changed any more, but by the rail. */
export function isOut(status: PayoutStatus): boolean {
  return status in told
}

/** The rail has nothing more to say, unless the money comes back. */
export function isOver(status: PayoutStatus): boolean {
  return isOut(status) && status !== 'initiated' && status !== 'pending'
}
