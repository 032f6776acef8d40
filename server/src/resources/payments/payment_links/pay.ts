import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, type Fault, invalid, missing, missingAmong, refuseFaults } from '#errors.ts'
import { SECRET_HEADER } from '#http/client_access.ts'
import { findLiveCustomer } from '#resources/payments/customers/read.ts'
import { withType } from '#resources/methods/payment_methods/parse.ts'
import { claimForLink } from '#resources/payments/payments/claims.ts'
import type { PaymentOrder } from '#resources/payments/payments/order.ts'
import { type PaymentClaim, placePayment } from '#resources/payments/payments/place.ts'
import { findPaymentOfLink } from '#resources/payments/payments/read.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { derivePaymentId, toPage } from './attempt.ts'
import { claimLink } from './claim.ts'
import { sentType } from './methods.ts'
import { type OpenedLink, readOpenLink } from './open.ts'
import type { PayLinkOrder } from './order.ts'
import type { PagePayment } from './page_schema.ts'
import { settleLinkClaim } from './settle_claim.ts'
import type { PaymentLinkRow } from './store.ts'

/**
 * Creates and confirms one payment for the shopper. A repeated attempt finds its payment, because the payment id is
 * derived from the attempt.
 */
export async function payLink(
  context: Context,
  payment_link_id: string,
  order: PayLinkOrder,
): Promise<PagePayment> {
  const opened = await readOpenLink(context, payment_link_id)
  const { link } = opened
  const { amount } = order
  refuseFaults([...amountFaults(link, amount), ...customerFaults(link, order)])
  const payment_method_type = await chooseType(opened, order)
  const payment_id = derivePaymentId(link, order.attempt_id)
  const wanted = { ...order, payment_method_type, amount: link.amount ?? amount ?? 0 }
  const payment = await retryOnConflict(async () => {
    const now = await readOpenLink(context, payment_link_id)
    const claim = await claimOpened(now, payment_id)
    return placePayment(now.shopper, await toPaymentOrder(now, wanted, payment_id), claim)
  })
  if (link.usage_limit !== null) await followPayment(opened.shopper, payment_id)
  return toPage(context, link, payment)
}

/** A link with a limit shows at once that it is paid; a failure here changes nothing, as the worker does the same. */
async function followPayment(shopper: Context, payment_id: string): Promise<void> {
  try {
    await settleLinkClaim(shopper, payment_id)
  } catch (err) {
    const message = 'payment links: a payment could not be counted yet; the worker counts it'
    shopper.log.warn({ err, payment_id }, message)
  }
}

/** An existing payment already holds its use of the link. */
async function claimOpened(
  { shopper, link, status }: OpenedLink,
  payment_id: string,
): Promise<PaymentClaim> {
  const { payment_link_id } = link
  const earlier = await findPaymentOfLink(shopper, payment_link_id, payment_id)
  if (earlier) {
    const row = claimForLink(link, payment_id, shopper.now)
    return { row, writes: [], isStale: async () => false }
  }
  if (status !== 'active') {
    throw new Failure('IR_16', `This payment link is ${status} and cannot be paid.`)
  }
  const secret = shopper.request?.headers[SECRET_HEADER.toLowerCase()]
  const attempt = { payment_id, secret: typeof secret === 'string' ? secret : undefined }
  return claimLink(shopper, link, attempt)
}

function amountFaults(link: PaymentLinkRow, amount: number | null | undefined): Fault[] {
  if (link.amount !== null) {
    if (!amount || amount === link.amount) return []
    return [invalid('amount', `must be ${link.amount}, as the link says`)]
  }
  if (!amount) return [missing('amount')]
  const { min_amount: min, max_amount: max } = link
  if (amount >= (min ?? amount) && amount <= (max ?? amount)) return []
  const bounds = [min === null ? '' : `at least ${min}`, max === null ? '' : `at most ${max}`]
  return [invalid('amount', `must be ${bounds.filter((bound) => bound !== '').join(' and ')}`)]
}

const ADDRESS = ['line1', 'city', 'country'] as const

function customerFaults(link: PaymentLinkRow, { name, email, billing }: PayLinkOrder): Fault[] {
  if (!link.require_customer_info) return []
  const address = ADDRESS.map((part) => [`billing.address.${part}`, billing?.address?.[part]])
  return missingAmong({ name, email, ...Object.fromEntries(address) })
}

async function chooseType({ shopper, link }: OpenedLink, order: PayLinkOrder): Promise<string> {
  const profile = await profileOfExisting(shopper, link.profile_id)
  const type = sentType(link, profile, order.payment_method_type)
  if (type !== undefined) return type
  const message = `This payment link cannot be paid with ${order.payment_method_type}.`
  throw new Failure('IR_29', message, { field: 'payment_method_type' })
}

async function toPaymentOrder(
  { shopper, link }: OpenedLink,
  wanted: PayLinkOrder & { amount: number },
  payment_id: string,
): Promise<PaymentOrder> {
  const { merchant_id, payment_link_id, customer_id, order_details, authentication_type } = link
  const { amount, method, billing, browser_info, payment_method, payment_method_type } = wanted
  // A customer may have been deleted since the link was created.
  const customer = customer_id && (await findLiveCustomer(shopper, merchant_id, customer_id))
  return {
    payment_id,
    amount,
    currency: link.currency,
    profile_id: link.profile_id,
    confirm: true,
    payment_method,
    payment_method_type,
    method: withType(method, payment_method_type),
    ...(billing ? { billing } : {}),
    ...(browser_info ? { browser_info } : {}),
    return_url: link.url,
    customer_id: customer ? customer_id : null,
    description: link.description,
    capture_method: link.capture_method,
    ...(authentication_type ? { authentication_type } : {}),
    email: wanted.email ?? link.email,
    name: wanted.name ?? null,
    phone: wanted.phone ?? null,
    metadata: { ...link.metadata, payment_link_id },
    ...(order_details ? { order_details } : {}),
  }
}
