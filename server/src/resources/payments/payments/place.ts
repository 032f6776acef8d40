import { insert, type Write } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { allows } from '#kernel/machine.ts'
import { type CustomerRow, readCustomer } from '#resources/payments/customers/read.ts'
import { emit, startIn } from '#core/outbox/transition.ts'
import { mergeBrowserInfo } from '#http/client_access.ts'
import { clip, mergeMetadata } from '#http/fields.ts'
import { nextOperation } from '#core/operations/perform.ts'
import { defaultProfile, profileInForce } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import { authorize } from './authorize.ts'
import { INSTRUMENT_TTL_MS } from './intent.ts'
import { type PaymentMethod, withoutCode } from '#resources/methods/payment_methods/parse.ts'
import {
  checkTerms,
  resolveMethod,
  type Resolved,
} from '#resources/methods/payment_methods/resolve.ts'
import { type ClaimRow, insertClaim } from './claims.ts'
import { confirm, NO_ATTEMPT } from './confirm.ts'
import { checkBilling, checkMethod, type PaymentOrder } from './order.ts'
import { readPayment, toApi } from './read.ts'
import type { Billing } from '#http/money_fields.ts'
import { routePayment } from './route.ts'
import { lifecycle } from './lifecycle.ts'
import type { Payment } from './schema.ts'
import { payment } from './state.ts'
import { findPayment, type PaymentRow, payments } from './store.ts'

/** The link or invoice that a payment is for. Its rows are in the commit that records the payment. */
export interface PaymentClaim {
  readonly row: ClaimRow
  readonly writes: readonly Write[]
  /** True if the link or the invoice has changed since these writes were decided. */
  readonly isStale: () => Promise<boolean>
}

/**
 * The only way to start a payment. Everything that can be refused is refused before the first commit: a bad request
 * changes nothing. A link asks for the billing address itself, if it wants one. If the link or the invoice has changed,
 * this fails with a Conflict.
 */
export async function placePayment(
  context: Context,
  order: PaymentOrder,
  claim?: PaymentClaim,
): Promise<PaymentRow> {
  const { customer_id: named = null, off_session } = order
  const payer = { customer_id: named, off_session }
  const resolved = order.method && (await resolveMethod(context, order.method, payer))
  const profile = await readOrderProfile(context, order)
  const whole = { ...order, customer_id: named ?? resolved?.owner ?? null }
  const row = await newPayment(context, profile, whole, resolved, belonging(claim))
  if (resolved) {
    if (!resolved.isSaved && !claim) checkBilling(row.billing)
    checkMethod(row, resolved, profile)
  } else checkTerms(row)
  const { operation_id, started, undone } = await nextOperation(context)
  try {
    if (started) throw new Conflict()
    return order.confirm === true && resolved
      ? await charge(context, profile, { ...row, operation_id }, resolved, claim)
      : await store(context, row, resolved, claim)
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
    if (claim && !(await findPayment(context.db, row.merchant_id, row.payment_id))) throw error
    const created = await readPayment(context, row.payment_id)
    const earlier = started ?? undone
    const isProven = earlier?.object_id === created.payment_id
    // A claimed payment's id is derived from its claim.
    const isChosen = !claim && order.payment_id !== undefined
    if (isChosen && !isProven && !isOwn(context, created, row)) throw exists(created)
    return resume(context, created, profile, order, started)
  }
}

export async function createPayment(context: Context, order: PaymentOrder): Promise<Payment> {
  return toApi(context, await placePayment(context, order))
}

type Owner = Pick<PaymentRow, 'payment_link_id' | 'invoice_id'>

/** The metadata that the system adds to a payment through a link or for an invoice. */
export function addedPairs({ payment_link_id, invoice_id }: Owner): string[] {
  if (payment_link_id) return ['payment_link_id']
  return invoice_id ? ['subscription_id', 'invoice_id'] : []
}

function belonging(claim: PaymentClaim | undefined): Owner {
  const { payment_link_id, invoice_id } = claim?.row ?? {}
  if (payment_link_id) return { payment_link_id }
  return invoice_id ? { invoice_id } : {}
}

/** An unconfirmed payment has no operation that proves which request created it; then its amount must match. */
function isOwn({ isRetry }: Context, created: PaymentRow, wanted: PaymentRow): boolean {
  const isSame = created.amount === wanted.amount && created.currency === wanted.currency
  return isRetry && created.attempt_count === 0 && isSame
}

/** Confirms the payment if an earlier attempt at this request could not send anything. */
async function resume(
  context: Context,
  created: PaymentRow,
  profile: Profile,
  order: PaymentOrder,
  started: object | undefined,
): Promise<PaymentRow> {
  const isUnsent = created.attempt_count > 0 && allows(payment, created.status, 'confirm')
  if (order.confirm !== true || started || !isUnsent || created.status === 'failed') return created
  const { method } = order
  return confirm(context, { current: created, edited: created }, profile, { method })
}

function exists({ payment_id: id }: PaymentRow): Failure {
  return new Failure(
    'HE_01',
    `A payment with the id ${id} exists already. Retrieve it to read its status.`,
    {
      field: 'payment_id',
      details: { existing_id: id },
    },
  )
}

function readOrderProfile(context: Context, { profile_id }: PaymentOrder): Promise<Profile> {
  return profile_id === undefined ? defaultProfile(context) : profileInForce(context, profile_id)
}

function claimWrites(claim: PaymentClaim | undefined): Write[] {
  return claim ? [...claim.writes, insertClaim(claim.row)] : []
}

async function charge(
  context: Context,
  profile: Profile,
  row: PaymentRow,
  { instrument, writes, stored }: Resolved,
  claim: PaymentClaim | undefined,
): Promise<PaymentRow> {
  const route = await routePayment(context, row, instrument, stored)
  const processing: PaymentRow = {
    ...row,
    status: startIn(payment, 'processing'),
    attempt_count: 1,
  }
  return authorize(context, {
    row: processing,
    write: (final) => insert(payments, final),
    version: undefined,
    instrument,
    from: 'requires_confirmation',
    profile,
    route,
    stored,
    writes: [...writes, ...claimWrites(claim)],
    ...(claim ? { isStale: claim.isStale } : {}),
  })
}

/** Stores the payment for a later confirmation; the instrument goes into the vault without its security code. */
async function store(
  context: Context,
  row: PaymentRow,
  resolved: Resolved | undefined,
  claim: PaymentClaim | undefined,
): Promise<PaymentRow> {
  const writes: Write[] = [...(resolved?.writes ?? []), ...claimWrites(claim)]
  let stored: PaymentRow = { ...row, transitions: 1 }
  // A subscription's confirmation brings the payment method.
  if (row.invoice_id) stored.status = startIn(payment, 'requires_confirmation')
  if (resolved) {
    const until = addMs(context.now, INSTRUMENT_TTL_MS)
    const { vault_id, write } = await context.vault.put(
      context.merchant_id,
      withoutCode(resolved.instrument),
      until,
    )
    stored = { ...stored, vault_id, status: startIn(payment, 'requires_confirmation') }
    writes.push(write)
  }
  await context.commit(
    insert(payments, stored),
    emit(lifecycle, stored, 'payment_created'),
    ...writes,
  )
  return stored
}

export async function newPayment(
  context: Context,
  profile: Profile,
  order: Omit<PaymentOrder, 'method'>,
  method: PaymentMethod | undefined,
  owner: Owner,
): Promise<PaymentRow> {
  const { merchant_id, now } = context
  const customer_id = order.customer_id ?? null
  const customer = customer_id === null ? undefined : await readCustomer(context, customer_id)
  const name = order.statement_descriptor_name ?? null
  const suffix = order.statement_descriptor_suffix ?? null
  return {
    merchant_id,
    payment_id: order.payment_id ?? context.id('pay'),
    profile_id: profile.profile_id,
    status: startIn(payment, 'requires_payment_method'),
    amount: order.amount,
    amount_authorized: 0,
    amount_received: 0,
    amount_capturable: 0,
    amount_refunded: 0,
    currency: order.currency,
    capture_method: order.capture_method ?? 'automatic',
    authentication_type: order.authentication_type ?? null,
    payment_method: method?.method ?? order.payment_method ?? null,
    payment_method_type: method?.method_type ?? order.payment_method_type ?? null,
    payment_method_data: method?.masked ?? null,
    payment_method_id: order.payment_method_id ?? null,
    customer_id,
    email: order.email ?? customer?.email ?? null,
    name: order.name ?? customer?.name ?? null,
    phone: order.phone ?? customer?.phone ?? null,
    phone_country_code: order.phone_country_code ?? customer?.phone_country_code ?? null,
    description: order.description ?? null,
    return_url: order.return_url ?? profile.return_url,
    billing: fillBilling(order.billing, customer),
    shipping: order.shipping ?? null,
    setup_future_usage: order.setup_future_usage ?? null,
    off_session: order.off_session ?? false,
    merchant_order_reference_id: order.merchant_order_reference_id ?? null,
    statement_descriptor_name: name,
    statement_descriptor_suffix: suffix,
    statement_descriptor: buildDescriptor(name, suffix, profile.profile_name),
    metadata: mergeMetadata({}, order.metadata, addedPairs(owner)),
    browser_info: mergeBrowserInfo(context, null, order.browser_info),
    order_details: order.order_details ?? null,
    ...NO_ATTEMPT,
    cancellation_reason: null,
    merchant_decision: null,
    attempt_count: 0,
    connector: null,
    connector_id: null,
    connector_transaction_id: null,
    operation_id: null,
    created: now,
    modified_at: now,
    captured_at: null,
    capture_before: null,
    session_before: addMs(now, profile.session_expiry * 1000),
    ...owner,
    transitions: 0,
    version: 1,
  }
}

/** Address and phone that the request omits come from the customer. */
function fillBilling(
  sent: Billing | undefined,
  customer: Pick<CustomerRow, 'address' | 'phone' | 'phone_country_code'> | undefined,
): Billing | null {
  const { address, phone: number, phone_country_code: country_code } = customer ?? {}
  const own: Billing = {
    ...(address ? { address: address as NonNullable<Billing['address']> } : {}),
    ...(number && country_code ? { phone: { number, country_code } } : {}),
  }
  const whole = { ...own, ...sent }
  return sent === undefined && own.address === undefined ? null : whole
}

/** The card networks' limit. */
const MAX_LENGTH = 22

/** Refuses a text that would have to be cut: half a name on a statement leads to disputes. */
export function checkDescriptor(
  name: string | null | undefined,
  suffix: string | null | undefined,
): void {
  const length = `${name ?? ''}${suffix ?? ''}`.length
  if (length <= MAX_LENGTH) return
  const message = `Name and suffix of the statement descriptor have ${length} characters together; at most ${MAX_LENGTH} are allowed.`
  throw new Failure('IR_04', message, { field: 'statement_descriptor_suffix' })
}

/** A payment without a name has the default one, which is cut to make room for the suffix. */
export function buildDescriptor(
  name: string | null | undefined,
  suffix: string | null | undefined,
  fallback: string,
): string {
  checkDescriptor(name, suffix)
  if (!suffix) return clip(name ?? fallback, MAX_LENGTH)
  const room = Math.max(0, MAX_LENGTH - suffix.length - 1)
  const first = name ?? clip(fallback, room).trim()
  const spaced = `${first} ${suffix}`.trim()
  return spaced.length <= MAX_LENGTH ? spaced : `${first}${suffix}`
}
