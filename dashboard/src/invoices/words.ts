import type { Schemas } from '../api/client.ts'
import type { Words } from '../lib/status.tsx'

export type Invoice = Schemas['Invoice']
export type InvoiceLine = Invoice['line_items'][number]

export const invoiceWords: Words = {
  invoice_created: ['info', 'Due, not charged yet'],
  payment_pending: ['info', 'Payment outcome not known yet'],
  payment_pending_timeout: ['warn', 'The customer did not act in time'],
  payment_succeeded: ['ok', 'Paid late, kept as credit'],
  payment_failed: ['bad', 'Declined'],
  payment_canceled: ['warn', 'Payment cancelled by you'],
  invoice_paid: ['ok', 'Paid'],
  manual_review: ['warn', 'Held for your review'],
  voided: ['mute', 'Void, will not be paid'],
}

export const reasonNames: Readonly<Record<Invoice['reason'], string>> = {
  first: 'First period',
  trial: 'Trial',
  renewal: 'Renewal',
  plan_change: 'Plan change',
}

const lineNames: Readonly<Record<InvoiceLine['item_type'], (name: string) => string>> = {
  plan: (name) => name,
  trial: (name) => `${name}, trial`,
  coupon: (code) => `Coupon ${code}`,
  unused_time: (name) => `Unused time on ${name}`,
  remaining_time: (name) => `Rest of the period on ${name}`,
}

export function lineName({ item_type, description }: InvoiceLine): string {
  return lineNames[item_type](description)
}

/** Less was received than invoiced, and the merchant decides about the part. */
export function isPart({ status, amount, amount_received }: Invoice): boolean {
  return status === 'manual_review' && amount_received > 0 && amount_received < amount
}

/** The amount received and neither refunded nor disputed. */
export function amountLeft({ amount_received, amount_refunded, amount_disputed }: Invoice): number {
  return Math.max(0, amount_received - amount_refunded - amount_disputed)
}

/** The part that can still be paid. */
export function amountOpen({ status, amount, amount_received }: Invoice): number {
  return isSettled(status) ? 0 : Math.max(0, amount - amount_received)
}

/** The part that will not be paid: the invoice is void, or a part was accepted as the whole. */
export function amountWaived({ status, amount, amount_received }: Invoice): number {
  return isSettled(status) ? Math.max(0, amount - amount_received) : 0
}

/** Nothing is to be paid any more. */
export function isSettled(status: string): boolean {
  return ['invoice_paid', 'payment_succeeded', 'voided'].includes(status)
}
