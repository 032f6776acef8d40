// Claims tie payments to what they pay for: a use of a payment link, or an invoice. A claim is written in the commit that
// records its payment, and ended once, because its row changes its version.
import { type Insert, insert, save, type Update } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import {
  type ClaimRow,
  claims,
  findClaim,
  findClaims,
  findOnInvoices,
  findOpenClaims,
  findOpenOnLink,
  type PaymentKey,
} from './claims_store.ts'

export type { ClaimRow } from './claims_store.ts'

export interface LinkClaim extends ClaimRow {
  payment_link_id: string
}

export interface InvoiceClaim extends ClaimRow {
  invoice_id: string
  subscription_id: string
}

type Reader = Pick<Context, 'db' | 'merchant_id'>

interface Invoice {
  readonly merchant_id: string
  readonly invoice_id: string
  readonly subscription_id: string
}

export function claimForInvoice(
  { merchant_id, invoice_id, subscription_id }: Invoice,
  payment_id: string,
  created: Date,
): InvoiceClaim {
  const names = { merchant_id, payment_id, payment_link_id: null, invoice_id, subscription_id }
  return { ...names, status: 'open', created, version: 1 }
}

export function claimForLink(
  { merchant_id, payment_link_id }: { merchant_id: string; payment_link_id: string },
  payment_id: string,
  created: Date,
): LinkClaim {
  const none = { invoice_id: null, subscription_id: null }
  return { merchant_id, payment_id, payment_link_id, ...none, status: 'open', created, version: 1 }
}

export function insertClaim(claim: ClaimRow): Insert {
  return insert(claims, claim)
}

export function endClaim(claim: ClaimRow, status: 'paid' | 'released'): Update {
  return save(claims, claim, { ...claim, status })
}

export async function findLinkClaim(
  { db, merchant_id }: Reader,
  payment_id: string,
): Promise<LinkClaim | undefined> {
  const claim = await findClaim(db, merchant_id, payment_id)
  return claim && isOnLink(claim) ? claim : undefined
}

export async function findInvoiceClaim(
  { db, merchant_id }: Reader,
  payment_id: string,
): Promise<InvoiceClaim | undefined> {
  const claim = await findClaim(db, merchant_id, payment_id)
  return claim && isOnInvoice(claim) ? claim : undefined
}

/** Open link claims for these payments, which can belong to many merchants. */
export async function openLinkClaims(
  { db }: Pick<Services, 'db'>,
  payments: readonly PaymentKey[],
) {
  return (await findOpenClaims(db, payments)).filter(isOnLink)
}

export async function openInvoiceClaims(
  { db }: Pick<Services, 'db'>,
  payments: readonly PaymentKey[],
) {
  return (await findOpenClaims(db, payments)).filter(isOnInvoice)
}

export function openClaimsOnLink(
  { db, merchant_id }: Reader,
  payment_link_id: string,
  limit: number,
): Promise<ClaimRow[]> {
  return findOpenOnLink(db, merchant_id, payment_link_id, limit)
}

/** Also those that have ended. */
export function claimsOnInvoices(
  { db, merchant_id }: Reader,
  ids: readonly string[],
): Promise<ClaimRow[]> {
  return findOnInvoices(db, merchant_id, ids)
}

export function readClaims(
  { db, merchant_id }: Reader,
  payment_ids: readonly string[],
): Promise<ClaimRow[]> {
  return findClaims(db, merchant_id, payment_ids)
}

function isOnLink(claim: ClaimRow): claim is LinkClaim {
  return claim.payment_link_id !== null
}

function isOnInvoice(claim: ClaimRow): claim is InvoiceClaim {
  return claim.invoice_id !== null
}
