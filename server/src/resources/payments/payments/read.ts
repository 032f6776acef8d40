import { demand, type Demand } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { type Condition, eachId } from '#kernel/page.ts'
import { notFound } from '#errors.ts'
import { mayUse, type Scope, withinProfiles } from '#http/authenticate.ts'
import { checkSession, clientSecret } from '#http/client_access.ts'
import { readExpand } from '#http/expand.ts'
import { pick, project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type ListPayments, paymentFilters } from './filters.ts'
import { listMissingFields } from './order.ts'
import { type GetPayment, Payment } from './schema.ts'
import { CAPTURED } from './state.ts'
import { findPayment, findPaymentsById, paymentPages, type PaymentRow, payments } from './store.ts'

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

/** The largest refund that is accepted now. A dispute that is open or lost refuses every refund. */
export function refundableAmount(payment: PaymentRow): number {
  const { status, amount_received, amount_refunded, amount_disputed = 0 } = payment
  if (!CAPTURED.has(status) || amount_disputed > 0) return 0
  return Math.max(0, amount_received - amount_refunded)
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
  // A browser does not see the fields themselves.
  const missing = context.caller.is_publishable ? { missing_fields: listMissingFields(row) } : {}
  return { ...project(Payment, { ...row, ...movable(row), client_secret }), ...missing }
}

/** The amounts that can be captured and refunded now. A payment held for review is captured after its approval only. */
function movable(row: PaymentRow) {
  const isHeld = row.status === 'requires_merchant_action'
  return {
    amount_capturable: isHeld ? 0 : row.amount_capturable,
    amount_refundable: refundableAmount(row),
  }
}

const inEvents = Payment.required.filter((name) => name !== 'client_secret')

/** The payment in an event, without its client_secret. */
export function eventObject(row: PaymentRow): object {
  return pick(inEvents, { ...row, ...movable(row) })
}

export async function getPayment(
  context: Context,
  payment_id: string,
  query: GetPayment = {},
): Promise<Payment> {
  const expanded = await expand(context, payment_id, query.expand)
  const row = await readPayment(context, payment_id)
  checkSession(context, 'payment', row)
  return { ...toApi(context, row), ...(expanded as Partial<Payment>) }
}

/** Manifests for resources below payments declare how these are read. */
const expandable = {
  attempts: 'payments:read',
  origin: 'payments:read',
  refunds: 'refunds:read',
  disputes: 'disputes:read',
} as const satisfies Record<string, Scope>
type Expandable = keyof typeof expandable

/** Expanding refunds or disputes needs their scope. */
async function expand(
  context: Context,
  payment_id: string,
  sent: string | undefined,
): Promise<Partial<Record<Expandable, object | null>>> {
  const lists = readExpand(context, sent, expandable).map(async (name) => [
    name,
    await context.registry.expansions[name]?.(context, payment_id),
  ])
  return Object.fromEntries(await Promise.all(lists))
}

export function listPayments(context: Context, input: ListPayments): Promise<Envelope<Payment>> {
  const list = {
    source: paymentPages,
    filters: paymentFilters,
    // A list may end up in a log or an export, so it has no secrets.
    toApi: (row: PaymentRow) => ({ ...toApi(context, row), client_secret: null }),
  }
  return readList(context, list, withinProfiles(context, input))
}
