import type { Schemas } from '../api/client.ts'
import { money } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import type { Words } from '../lib/status.tsx'

export type PaymentLink = Schemas['PaymentLink']

export const linkWords: Words = {
  active: ['ok', 'Can be paid'],
  completed: ['info', 'Paid, closed'],
  expired: ['mute', 'Expired'],
  deactivated: ['mute', 'Deactivated by you'],
}

export const linkEventWords: Words = {
  payment_link_completed: ['ok', 'Paid, closed'],
  payment_link_expired: ['mute', 'Expired'],
}

export const typeNames: Readonly<Record<string, string>> = {
  one_time: 'Paid once',
  recurring: 'Paid many times',
  donation: 'Customer chooses the amount',
}

/** The state's meaning for a customer who opens the page. */
export const meanings: Readonly<Record<string, string>> = {
  active: 'Anyone with the link can pay.',
  completed: 'It was paid as often as it may be. The page says so.',
  expired: 'This link has expired and no longer accepts payments.',
  deactivated: 'The page takes no more payments.',
}

export function amountText({ amount, currency }: Pick<PaymentLink, 'amount' | 'currency'>): string {
  return amount === null ? 'Open amount' : money(amount, currency)
}

/** `3 of 20`, or `3` without a limit. */
export function usesText({
  usage_count,
  usage_limit,
}: Pick<PaymentLink, 'usage_count' | 'usage_limit'>): string {
  const count = wholeNumber(usage_count)
  return usage_limit === null ? count : `${count} of ${wholeNumber(usage_limit)}`
}
