// A saved method as the API shows it: what follows from its expiry, its customer and the customer's other methods.
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { readPage } from '#kernel/page.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { readConnector } from '#resources/accounts/connectors/read.ts'
import { hasExpired } from '#resources/methods/payment_methods/parse.ts'
import {
  listPaymentMethods,
  paymentMethodPages,
  type PaymentMethodRow,
  readPaymentMethod,
} from '#resources/methods/payment_methods/saved.ts'
import { defaultMethod } from '#resources/payments/customers/default_method.ts'
import {
  type CustomerRow,
  findLiveCustomer,
  readCustomer,
} from '#resources/payments/customers/read.ts'
import {
  type ListPaymentMethods,
  type ListPinnedMethods,
  PaymentMethod,
  PinnedMethod,
  SOON_DAYS,
} from './schema.ts'

export interface Owned {
  row: PaymentMethodRow
  customer: CustomerRow
}

/** A deleted customer's methods are being deleted too. */
export async function readOwned(context: Context, payment_method_id: string): Promise<Owned> {
  const row = await readPaymentMethod(context, payment_method_id)
  const customer = await findLiveCustomer(context, row.merchant_id, row.customer_id)
  if (customer === undefined) throw notFound('payment method', payment_method_id)
  return { row, customer }
}

/** Facts that one customer's methods share. */
export interface Facts {
  now: Date
  default_id: string | null
  /** The newest method for each card number. */
  newest: ReadonlyMap<string, string>
}

async function readFacts(context: Context, customer: CustomerRow): Promise<Facts> {
  const { merchant_id, customer_id } = customer
  const rows = await listPaymentMethods(context, merchant_id, customer_id)
  const newest = new Map<string, string>()
  for (const row of rows.toReversed()) {
    const number = shortNumber(row)
    if (number !== undefined) newest.set(number, row.payment_method_id)
  }
  return { now: context.now, default_id: await defaultMethod(context, customer), newest }
}

interface MaskedCard {
  bin: string
  last4: string
  exp_month: string
  exp_year: string
}

function maskedCard({ payment_method_data }: PaymentMethodRow): MaskedCard | undefined {
  return payment_method_data['card'] as MaskedCard | undefined
}

/**
 * Ten digits from the number, compared within one customer's cards: enough to recognize a card, without its
 * fingerprint.
 */
function shortNumber(row: PaymentMethodRow): string | undefined {
  const card = maskedCard(row)
  return card && `${card.bin}…${card.last4}`
}

function toApi(row: PaymentMethodRow, { now, default_id, newest }: Facts): PaymentMethod {
  const { payment_method_id } = row
  const number = shortNumber(row)
  const same = number === undefined ? undefined : newest.get(number)
  return project(PaymentMethod, {
    ...row,
    is_default: payment_method_id === default_id,
    card: cardExpiry(maskedCard(row), now),
    // A method that was saved after the facts were read is its own newest.
    replaced_by: same === payment_method_id ? null : (same ?? null),
  })
}

function cardExpiry(card: MaskedCard | undefined, now: Date): PaymentMethod['card'] {
  if (card === undefined) return null
  const hasExpiredBy = (then: Date) =>
    hasExpired(Number(card.exp_month), Number(card.exp_year), then)
  const expired = hasExpiredBy(now)
  return { expired, expires_soon: !expired && hasExpiredBy(addMs(now, SOON_DAYS * DAY_MS)) }
}

export async function getPaymentMethod(
  context: Context,
  payment_method_id: string,
): Promise<PaymentMethod> {
  const { row, customer } = await readOwned(context, payment_method_id)
  return toApi(row, await readFacts(context, customer))
}

/** The saved methods that only one account can charge, newest first. */
export async function listPinnedMethods(
  context: Context,
  connector_id: string,
  input: ListPinnedMethods,
): Promise<Envelope<PinnedMethod>> {
  await readConnector(context, connector_id)
  const { lists, merchant_id } = context
  const pinned = [{ column: 'pinned_to', operator: '=', value: connector_id }] as const
  const request = pageRequest(input)
  const page = await readPage(lists, merchant_id, paymentMethodPages, pinned, request)
  return envelope(request, page, (row) => project(PinnedMethod, row))
}

/** A customer's saved methods, newest first. */
export async function listSavedMethods(
  context: Context,
  customer_id: string,
  input: ListPaymentMethods,
): Promise<Envelope<PaymentMethod>> {
  const customer = await readCustomer(context, customer_id)
  const { lists, merchant_id } = context
  const owner = [{ column: 'customer_id', operator: '=', value: customer_id }] as const
  const request = pageRequest(input)
  const [page, facts] = await Promise.all([
    readPage(lists, merchant_id, paymentMethodPages, owner, request),
    readFacts(context, customer),
  ])
  return envelope(request, page, (row) => toApi(row, facts))
}
