import type { Context } from '#kernel/context.ts'
import { readPage } from '#kernel/page.ts'
import { notFound } from '#errors.ts'
import { mayUse, withinProfiles } from '#http/authenticate.ts'
import { clientSecret } from '#http/client_access.ts'
import { pick, project } from '#http/fields.ts'
import { conditionsFor, type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { findInvoices, type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import { findPayments, type PaymentRow, readPayment } from '#resources/payments/payments/read.ts'
import {
  type EmbeddedInvoice,
  type EmbeddedPayment,
  type ListSubscriptions,
  Subscription,
  subscriptionFilters,
} from './schema.ts'
import { findSubscription, subscriptionPages, type SubscriptionRow } from './store.ts'

export { findSubscription, type SubscriptionRow } from './store.ts'

/** The newest invoice, and its newest payment. */
export interface Parts {
  readonly invoice: InvoiceRow
  readonly payment: ShownPayment | undefined
}

type ShownPayment = Pick<
  PaymentRow,
  'payment_id' | 'status' | 'amount' | 'currency' | 'payment_method_type' | 'next_action'
>

export async function readSubscription(
  context: Pick<Context, 'db' | 'merchant_id' | 'caller'>,
  subscription_id: string,
): Promise<SubscriptionRow> {
  const row = await findSubscription(context.db, context.merchant_id, subscription_id)
  if (row === undefined || !mayUse(context, row.profile_id)) {
    throw notFound('subscription', subscription_id)
  }
  return row
}

/** For a request: a subscription under another profile than the one in X-Profile-Id is not found. */
export async function readRequested(
  context: Context,
  subscription_id: string,
): Promise<SubscriptionRow> {
  const { profile_id } = await profileOfRequest(context)
  const row = await readSubscription(context, subscription_id)
  if (row.profile_id !== profile_id) throw notFound('subscription', subscription_id)
  return row
}

export async function readParts(context: Context, { invoice_id }: SubscriptionRow): Promise<Parts> {
  const invoice = await readInvoice(context, invoice_id)
  const { payment_id } = invoice
  const payment = payment_id === null ? undefined : await readPayment(context, payment_id)
  return { invoice, payment }
}

function toApi(
  context: Pick<Context, 'keyring' | 'caller'>,
  row: SubscriptionRow,
  parts: Parts,
): Subscription {
  const { merchant_id, subscription_id: id } = row
  const client_secret = clientSecret(context, 'subscription', { merchant_id, id })
  return project(Subscription, { ...shown(row, parts), client_secret })
}

/** The subscription as it is now. */
export async function show(context: Context, row: SubscriptionRow): Promise<Subscription> {
  return toApi(context, row, await readParts(context, row))
}

const inEvents = Subscription.required.filter((name) => name !== 'client_secret')

/** The subscription in an event, without its client_secret. */
export function eventObject(row: SubscriptionRow, parts: Parts): object {
  return pick(inEvents, shown(row, parts))
}

/** Confirmation responses and list entries have no client_secret. */
export function withoutSecret(row: SubscriptionRow, parts: Parts): Subscription {
  return project(Subscription, { ...shown(row, parts), client_secret: null })
}

function shown(row: SubscriptionRow, { invoice, payment }: Parts) {
  const isRenewed = row.status === 'active' || row.status === 'trial'
  return {
    ...row,
    id: row.subscription_id,
    next_billing_at: isRenewed ? row.period_end : null,
    payment: payment ? shownPayment(payment) : null,
    invoice: shownInvoice(invoice),
  }
}

function shownPayment(payment: ShownPayment): EmbeddedPayment {
  const { payment_id, status, amount, currency, payment_method_type, next_action } = payment
  return { payment_id, status, amount, currency, payment_method_type, next_action }
}

function shownInvoice({ invoice_id, subscription_id, ...invoice }: InvoiceRow): EmbeddedInvoice {
  const { amount, currency, status } = invoice
  return { id: invoice_id, subscription_id, amount, currency, status }
}

export async function getSubscription(
  context: Context,
  subscription_id: string,
): Promise<Subscription> {
  return show(context, await readRequested(context, subscription_id))
}

/** Subscriptions under the named profiles, or the one in X-Profile-Id; their newest invoices and payments take two more reads. */
export async function listSubscriptions(
  context: Context,
  input: ListSubscriptions,
): Promise<Envelope<Subscription>> {
  const { profile_id } = await profileOfRequest(context)
  const { lists, merchant_id } = context
  const conditions = conditionsFor(
    subscriptionFilters,
    withinProfiles(context, { ...input, profile_id: input.profile_id ?? profile_id }),
  )
  const request = pageRequest(input)
  const page = await readPage(lists, merchant_id, subscriptionPages, conditions, request)
  const { data, ...rest } = envelope(request, page, (row) => row)
  const invoices = await findInvoices(
    context,
    data.map((row) => row.invoice_id),
  )
  const paid = invoices.flatMap(({ payment_id }) => payment_id ?? [])
  const payments = new Map((await findPayments(context, paid)).map((row) => [row.payment_id, row]))
  const byId = new Map(invoices.map((row) => [row.invoice_id, row]))
  const shown = data.flatMap((row) => {
    const invoice = byId.get(row.invoice_id)
    if (invoice === undefined) return []
    return withoutSecret(row, { invoice, payment: payments.get(invoice.payment_id ?? '') })
  })
  return { ...rest, data: shown }
}
