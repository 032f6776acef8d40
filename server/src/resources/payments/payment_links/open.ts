// A link as a shopper's browser opens it: without a key, so the link names the merchant.
import { type Context, NOBODY } from '#kernel/context.ts'
import { randomIds } from '#kernel/ids.ts'
import { notFound } from '#errors.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { openClaimsOnLink } from '#resources/payments/payments/claims.ts'
import { readPayment } from '#resources/payments/payments/read.ts'
import { settleLinkClaim } from './settle_claim.ts'
import { findLinkMerchant, findPaymentLink, type PaymentLinkRow } from './store.ts'

/** The state that the shopper may see. */
export type OpenStatus = PaymentLinkRow['status']

export interface OpenedLink {
  /** Acts for the merchant as a browser: with no scope, from the connection's address. */
  readonly shopper: Context
  readonly link: PaymentLinkRow
  readonly status: OpenStatus
}

export async function openLink(
  context: Context,
  payment_link_id: string,
): Promise<OpenedLink | undefined> {
  const found = await findLinkMerchant(context.db, payment_link_id)
  if (found === undefined) return undefined
  const { merchant_id } = found
  const now = await context.clocks.now(merchant_id)
  const caller = { ...NOBODY, is_publishable: true }
  const shopper: Context = { ...context, ...randomIds, merchant_id, now, caller }
  const merchant = await readMerchant(context.db, merchant_id)
  const opened = await findCaughtUp(shopper, payment_link_id)
  if (opened === undefined) return undefined
  const { link } = opened
  const status = merchant.status === 'active' ? shopperStatus(opened, now) : 'deactivated'
  return { shopper, link, status }
}

export async function readOpenLink(context: Context, payment_link_id: string): Promise<OpenedLink> {
  const opened = await openLink(context, payment_link_id)
  if (opened === undefined) throw notFound('payment link', payment_link_id)
  return opened
}

/** To a shopper whose money is held the link is paid. The sweep may not have expired it yet. */
function shopperStatus({ link: { status, expiry }, is_held }: Found, now: Date): OpenStatus {
  if (is_held) return 'completed'
  return status === 'active' && expiry <= now ? 'expired' : status
}

interface Found {
  link: PaymentLinkRow
  /** The only payment that it takes is authorized, and the merchant has not captured it yet. */
  is_held: boolean
}

/** A link whose only payment has just ended is read after that. */
async function findCaughtUp(shopper: Context, payment_link_id: string): Promise<Found | undefined> {
  const { db, merchant_id } = shopper
  const link = await findPaymentLink(db, merchant_id, payment_link_id)
  const found = link && { link, is_held: false }
  if (link?.usage_limit !== 1 || link.status === 'completed') return found
  const [claim] = await openClaimsOnLink(shopper, payment_link_id, 1)
  if (claim === undefined) return found
  if ((await settleLinkClaim(shopper, claim.payment_id)) === 'open') {
    const { status } = await readPayment(shopper, claim.payment_id)
    return { link, is_held: HELD.has(status) }
  }
  const settled = await findPaymentLink(db, merchant_id, payment_link_id)
  return settled && { link: settled, is_held: false }
}

const HELD: ReadonlySet<string> = new Set([
  'requires_capture',
  'requires_merchant_action',
  'partially_captured_and_capturable',
])
