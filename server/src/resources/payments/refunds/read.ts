import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { mayUse, withinProfiles } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type ListRefunds, Refund, refundFilters } from './schema.ts'
import {
  countInReview,
  findPaymentRefunds,
  findRefund,
  refundPages,
  type RefundRow,
} from './store.ts'

export function toApi(row: RefundRow): Refund {
  return project(Refund, row)
}

export async function readRefund(context: Context, refund_id: string): Promise<RefundRow> {
  const row = await findRefund(context.db, context.merchant_id, refund_id)
  if (row === undefined || !mayUse(context, row.profile_id)) throw notFound('refund', refund_id)
  return row
}

/** For a payment that is expanded; newest first. */
export async function refundsOfPayment(
  { db, merchant_id }: Context,
  payment_id: string,
): Promise<Refund[]> {
  return (await findPaymentRefunds(db, merchant_id, payment_id)).map(toApi)
}

/** Refunds without an outcome, which the operator must resolve. */
export function countRefundsInReview({ db }: Pick<Services, 'db'>): Promise<number> {
  return countInReview(db)
}

export async function getRefund(context: Context, refund_id: string): Promise<Refund> {
  return toApi(await readRefund(context, refund_id))
}

const list = { source: refundPages, filters: refundFilters, toApi }

export function listRefunds(context: Context, input: ListRefunds): Promise<Envelope<Refund>> {
  return readList(context, list, withinProfiles(context, input))
}
