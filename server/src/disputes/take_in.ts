import { change, insert } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import { actingFor, type Context, type Services } from '../kernel/context.ts'
import { addMs } from '../kernel/clock.ts'
import { disputeFee } from '../merchants/dispute_fee.ts'
import { findOperation } from '../operations/read.ts'
import { readPayment } from '../payments/read.ts'
import type { Dispute as Told } from '../providers/dispute.ts'
import { adopt, arrive, type At, deadlineOf, standingOf } from './adopt.ts'
import type { Standing } from './state.ts'
import { wayTo } from './state.ts'
import { type DisputeRow, disputes, findByConnector } from './store.ts'
import { writeDispute } from './write.ts'

/** How a dispute stands at the provider, whichever way it was told; told twice it changes nothing more. */
export async function takeInDispute(
  services: Services,
  merchant_id: string,
  told: Told,
): Promise<void> {
  const context = await actingFor(services, merchant_id)
  await deciding(async () => {
    const current = await findByConnector(context.db, merchant_id, told.dispute_id)
    if (current) await adoptTold(context, current, told)
    else await openTold(context, told)
  })
}

/** The dispute as it then stands. */
export async function adoptTold(
  context: Context,
  current: DisputeRow,
  told: Told,
): Promise<DisputeRow> {
  const adopted = adopt(current, told, await momentOf(context, told))
  if (adopted) return writeDispute(context, current, adopted.row, adopted.writes)
  if (told.revision > current.revision) {
    const { dispute_id, status } = current
    context.log.error({ dispute_id, status, told }, 'a dispute cannot stand as it is told')
  }
  return current
}

/** Of money that we never took nothing can be disputed: such news is somebody else's. */
async function openTold(context: Context, told: Told): Promise<void> {
  const { db, merchant_id } = context
  const operation = await findOperation(db, merchant_id, told.operation_id)
  if (operation?.kind !== 'authorize') return
  const at = await momentOf(context, told)
  const row = await newDispute(context, operation.object_id, told, at)
  const opened: Standing = { status: 'dispute_opened', dispute_stage: told.stage }
  const standing = standingOf(told)
  const rest = standing.status === opened.status ? [] : (wayTo(opened, standing) ?? [])
  const { row: final, writes } = arrive(row, told, [opened, ...rest], at)
  await context.committer.commit(change(insert(disputes, final), ...writes))
}

async function newDispute(
  context: Context,
  payment_id: string,
  told: Told,
  at: At,
): Promise<DisputeRow> {
  const { merchant_id } = context
  const { profile_id, amount_received, amount_refunded } = await readPayment(context, payment_id)
  return {
    merchant_id,
    dispute_id: context.id('dp'),
    payment_id,
    profile_id,
    connector_dispute_id: told.dispute_id,
    amount: told.amount,
    currency: told.currency,
    status: 'dispute_opened',
    dispute_stage: told.stage,
    reason: told.reason,
    reason_code: told.reason_code,
    challenge_required_by: deadlineOf(told, at),
    is_already_refunded: amount_received - amount_refunded < told.amount,
    evidence: {},
    evidence_submitted_at: null,
    answer: null,
    answer_at: null,
    expire_at: null,
    revision: 0,
    amount_reserved: 0,
    amount_lost: 0,
    fee: 0,
    created: addMs(new Date(told.opened_at), at.ahead_ms),
    modified_at: at.now,
    transitions: 0,
    version: 1,
  }
}

async function momentOf(context: Context, { currency }: Told): Promise<At> {
  const { db, merchant_id, clocks, now } = context
  const ahead_ms = await clocks.ahead(merchant_id)
  return { now, ahead_ms, fee: await disputeFee(db, merchant_id, currency) }
}
