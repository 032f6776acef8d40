import { demand, type Demand } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { mayUse } from '#http/authenticate.ts'
import { notFound } from '#errors.ts'
import { type Condition, eachId } from '#kernel/page.ts'
import { findPayment, findPaymentsById, paymentPages, type PaymentRow, payments } from './store.ts'
import { clientSecret } from '#http/client_access.ts'
import { pick, project } from '#http/fields.ts'
import { Payment } from './schema.ts'

export type { PaymentRow } from './store.ts'

export async function readPayment(
  context: Pick<Context, 'db' | 'merchant_id' | 'caller'>,
  payment_id: string,
): Promise<PaymentRow> {
  const row = await findPayment(context.db, context.merchant_id, payment_id)
  if (row === undefined || !mayUse(context, row.profile_id)) throw notFound('payment', payment_id)
  return row
}

export async function findPayments(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  ids: readonly string[],
): Promise<PaymentRow[]> {
  return ids.length === 0 ? [] : findPaymentsById(db, merchant_id, ids)
}

/** Refuses its commit when the payment has changed since it was read. */
export function whileUnchanged(payment: PaymentRow): Demand {
  return demand(payments, payment, ['version'])
}

/** Refuses its commit when more was received, refunded or disputed since the payment was read. */
export function whileMoneyUnchanged(payment: PaymentRow): Demand {
  return demand(payments, payment, ['amount_received', 'amount_refunded', 'amount_disputed'])
}

/** The sum of refunds, including pending ones, and of open and lost disputes. */
export function givenBack({ amount_refunded, amount_disputed = 0 }: PaymentRow): number {
  return amount_refunded + amount_disputed
}

/** Undefined unless the payment was made through this link. */
export async function findPaymentOfLink(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  payment_link_id: string,
  payment_id: string,
): Promise<PaymentRow | undefined> {
  const row = await findPayment(db, merchant_id, payment_id)
  return row?.payment_link_id === payment_link_id ? row : undefined
}

const PAGE = 200

/** For tables whose rows belong to a payment: one condition for each payment that these conditions select. */
export async function* ofPayments(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  conditions: readonly Condition[],
): AsyncIterable<readonly Condition[]> {
  for await (const ids of eachId(db, merchant_id, paymentPages, conditions, PAGE)) {
    for (const value of ids) yield [{ column: 'payment_id', operator: '=', value }]
  }
}

export function toApi(context: Pick<Context, 'keyring' | 'caller'>, row: PaymentRow): Payment {
  const { merchant_id, payment_id: id } = row
  const client_secret = clientSecret(context, 'payment', { merchant_id, id })
  return project(Payment, { ...row, ...capturable(row), client_secret })
}

/** A payment held for review cannot be captured before it is approved. */
function capturable({ status, amount_capturable }: PaymentRow) {
  return { amount_capturable: status === 'requires_merchant_action' ? 0 : amount_capturable }
}

const inEvents = Payment.required.filter((name) => name !== 'client_secret')

/** The payment in an event, without its client_secret. */
export function eventObject(row: PaymentRow): object {
  return pick(inEvents, { ...row, ...capturable(row) })
}
