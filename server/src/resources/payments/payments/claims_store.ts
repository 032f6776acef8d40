import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'

/** The object that a payment is for: a payment link use or an invoice. Open until the payment has ended for it. */
export interface ClaimRow {
  merchant_id: string
  payment_id: string
  payment_link_id: string | null
  invoice_id: string | null
  subscription_id: string | null
  status: 'open' | 'paid' | 'released'
  created: Date
  version: number
}

export const claims = table<ClaimRow>('payment_claims', 'merchant_id', 'payment_id')

const claimColumns = columns<ClaimRow>()(`
  merchant_id payment_id payment_link_id invoice_id subscription_id status created version
`)

export const findClaim = finder(claims, claimColumns)

export interface PaymentKey {
  readonly merchant_id: string
  readonly payment_id: string
}

/** Open claims for these payments, which can belong to many merchants. */
export function findOpenClaims(db: Database, payments: readonly PaymentKey[]) {
  const merchants = payments.map(({ merchant_id }) => merchant_id)
  const ids = payments.map(({ payment_id }) => payment_id)
  return db.rows<ClaimRow>(sql`select ${claimColumns.of('c')}
    from unnest(${merchants}::text[], ${ids}::text[]) as of(merchant_id, payment_id)
    join payment_claims c on c.merchant_id = of.merchant_id collate "C"
      and c.payment_id = of.payment_id collate "C" where c.status = 'open'`)
}

export function findClaims(db: Database, merchant_id: string, payment_ids: readonly string[]) {
  return db.rows<ClaimRow>(sql`select ${claimColumns} from payment_claims
    where merchant_id = ${merchant_id} and payment_id = any(${payment_ids})`)
}

/** The oldest first. */
export function findOpenOnLink(
  db: Database,
  merchant_id: string,
  payment_link_id: string,
  limit: number,
) {
  return db.rows<ClaimRow>(sql`select ${claimColumns} from payment_claims
    where merchant_id = ${merchant_id} and payment_link_id = ${payment_link_id} and status = 'open'
    order by created limit ${limit}`)
}

/** Also those that have ended. */
export function findOnInvoices(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<ClaimRow>(sql`select ${claimColumns} from payment_claims
    where merchant_id = ${merchant_id} and invoice_id = any(${ids})`)
}
