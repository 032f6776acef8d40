import type { Schemas } from '../api/client.ts'
import { money } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import type { Words } from '../lib/status.tsx'

export type Coupon = Schemas['Coupon']

/** `20% off`, `€5.00 off`. */
export function discountText({ percent_off, amount_off, currency }: Coupon): string {
  if (percent_off !== null) return `${percent_off}% off`
  return `${money(amount_off ?? 0, currency ?? 'EUR')} off`
}

export function durationText({ duration, duration_in_cycles }: Coupon): string {
  if (duration === 'once') return 'The first period'
  if (duration === 'forever') return 'Every period'
  return `The first ${duration_in_cycles} periods`
}

export function redemptionsText({ redemptions, max_redemptions }: Coupon): string {
  if (max_redemptions === null) return 'Any number'
  return `${wholeNumber(redemptions ?? 0)} of ${wholeNumber(max_redemptions)}`
}

/** A coupon has no status: its end and its limit decide. */
export function couponState(
  { redeem_by, redemptions, max_redemptions }: Coupon,
  now: number,
): string {
  if (redeem_by !== null && Date.parse(redeem_by) <= now) return 'expired'
  if (max_redemptions !== null && (redemptions ?? 0) >= max_redemptions) return 'used_up'
  return 'usable'
}

export const couponWords: Words = {
  usable: ['ok', 'Can be used'],
  used_up: ['mute', 'Used up'],
  expired: ['mute', 'Ended'],
}
