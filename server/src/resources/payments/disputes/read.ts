import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import { mayUse, withinProfiles } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { Dispute, disputeFilters, type ListDisputes } from './schema.ts'
import { dispute, isLost, isOpen } from './state.ts'
import {
  disputePages,
  type DisputeRow,
  disputesByDeadline,
  findDispute,
  findPaymentDisputes,
} from './store.ts'

export function toApi(row: DisputeRow): Dispute {
  return project(Dispute, { ...row, dispute_status: row.status })
}

export async function readDispute(context: Context, dispute_id: string): Promise<DisputeRow> {
  const row = await findDispute(context.db, context.merchant_id, dispute_id)
  if (row === undefined || !mayUse(context, row.profile_id)) throw notFound('dispute', dispute_id)
  return row
}

/** For a payment that is expanded; newest first. */
export async function disputesOfPayment(
  { db, merchant_id }: Context,
  payment_id: string,
): Promise<Dispute[]> {
  return (await findPaymentDisputes(db, merchant_id, payment_id)).map(toApi)
}

/** Refuses to refund money that is disputed, or that was lost to a dispute. */
export async function checkUndisputed(context: Context, payment_id: string): Promise<void> {
  const disputed = await findDisputed(context, payment_id)
  if (disputed === undefined) return
  const { dispute_id, status } = disputed
  const message = isOpen(status)
    ? `The payment is disputed: answer or accept ${dispute_id} instead of refunding.`
    : `The money of this payment went back by the dispute ${dispute_id}.`
  throw new Failure('IR_16', message, { details: { dispute_id } })
}

/** A dispute that is open or was lost, open ones first: the money must not be refunded as well. */
export async function findDisputed(
  { db, merchant_id }: Context,
  payment_id: string,
): Promise<DisputeRow | undefined> {
  const all = await findPaymentDisputes(db, merchant_id, payment_id)
  return (
    all.find(({ status }) => isOpen(status)) ??
    all.find(({ status, amount_claimed }) => isLost(status) || amount_claimed > 0)
  )
}

export async function getDispute(context: Context, dispute_id: string): Promise<Dispute> {
  return toApi(await readDispute(context, dispute_id))
}

const list = { source: disputePages, filters: disputeFilters, toApi }
/** The index has a range for each status, so without a filter all are read. */
const all = Object.keys(dispute.states)

export function listDisputes(context: Context, input: ListDisputes): Promise<Envelope<Dispute>> {
  const sent = withinProfiles(context, input)
  if (sent.order !== 'deadline') return readList(context, list, sent)
  return readList(context, { ...list, source: disputesByDeadline }, { status: all, ...sent })
}
