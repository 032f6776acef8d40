import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { checkAll, Failure, requireAll, required } from '#errors.ts'
import { SECRET_HEADER } from '#http/client_access.ts'
import { findLiveCustomer } from '#resources/customers/read.ts'
import { createPayment, type Through } from '#resources/payments/create.ts'
import { findPaymentOfLink } from '#resources/payments/read.ts'
import type { CreatePayment } from '#resources/payments/schema.ts'
import { profileOfExisting } from '#resources/profiles/read.ts'
import { paymentIdOf, toPage } from './attempt.ts'
import { claimUse } from './claim.ts'
import { sentType } from './methods.ts'
import { type OpenedLink, readOpenLink } from './open.ts'
import type { PagePayment, PayLink } from './page_schema.ts'
import { settleUse } from './settle_use.ts'
import type { PaymentLinkRow } from './store.ts'

/**
 * Creates and confirms one payment for the shopper. A repeat of the same attempt finds its payment, because the id of
 * the payment follows from the attempt.
 */
export async function payLink(
  context: Context,
  payment_link_id: string,
  input: PayLink,
): Promise<PagePayment> {
  const opened = await readOpenLink(context, payment_link_id)
  const { link } = opened
  checkAll(
    () => amountOf(link, input),
    () => checkCustomerInfo(link, input),
  )
  const amount = amountOf(link, input)
  const payment_type = await typeOf(opened, input)
  const payment_id = paymentIdOf(link, input.attempt_id)
  const payment = await retryOnConflict(async () => {
    const now = await readOpenLink(context, payment_link_id)
    const shopper: Context = {
      ...now.shopper,
      id: (prefix, purpose) => (prefix === 'pay' ? payment_id : now.shopper.id(prefix, purpose)),
    }
    const through = await throughLink(now, payment_id)
    const body = await paymentOf(now, { ...input, payment_method_type: payment_type }, amount)
    return createPayment(shopper, body, through)
  })
  if (link.usage_limit !== null) await followPayment(opened.shopper, payment_id)
  return toPage(context, link, payment)
}

/** A link with a limit shows at once that it is paid; a failure here changes nothing, as the worker does the same. */
async function followPayment(shopper: Context, payment_id: string): Promise<void> {
  try {
    await settleUse(shopper, payment_id)
  } catch (err) {
    const message = 'payment links: a payment could not be counted yet; the worker counts it'
    shopper.log.warn({ err, payment_id }, message)
  }
}

/** A payment that exists holds its use of the link already. */
async function throughLink(
  { shopper, link, status }: OpenedLink,
  payment_id: string,
): Promise<Through> {
  const { payment_link_id } = link
  const earlier = await findPaymentOfLink(shopper, payment_link_id, payment_id)
  if (earlier) return { payment_link_id, writes: [], isStale: async () => false }
  if (status !== 'active') {
    throw new Failure('IR_16', `This payment link is ${status} and cannot be paid.`)
  }
  const secret = shopper.request?.headers[SECRET_HEADER.toLowerCase()]
  const claim = { payment_id, secret: typeof secret === 'string' ? secret : undefined }
  return claimUse(shopper, link, claim)
}

function amountOf(link: PaymentLinkRow, { amount }: PayLink): number {
  const field = 'amount'
  if (link.amount !== null) {
    if (!amount || amount === link.amount) return link.amount
    throw new Failure('IR_04', `\`amount\` must be ${link.amount}, as the link says.`, { field })
  }
  if (!amount) throw required(field)
  const { min_amount: min, max_amount: max } = link
  if (amount >= (min ?? amount) && amount <= (max ?? amount)) return amount
  const bounds = [min === null ? '' : `at least ${min}`, max === null ? '' : `at most ${max}`]
  const wanted = bounds.filter((bound) => bound !== '').join(' and ')
  throw new Failure('IR_04', `\`amount\` must be ${wanted}.`, { field })
}

const ADDRESS = ['line1', 'city', 'country'] as const

function checkCustomerInfo(link: PaymentLinkRow, input: PayLink): void {
  if (!link.require_customer_info) return
  const { name, email, billing } = input
  const address = ADDRESS.map((part) => [`billing.address.${part}`, billing?.address?.[part]])
  requireAll({ name, email, ...Object.fromEntries(address) })
}

async function typeOf({ shopper, link }: OpenedLink, input: PayLink): Promise<string> {
  const profile = await profileOfExisting(shopper, link.profile_id)
  const type = sentType(link, profile, input.payment_method_type)
  if (type !== undefined) return type
  const message = `This payment link cannot be paid with ${input.payment_method_type}.`
  throw new Failure('IR_29', message, { field: 'payment_method_type' })
}

async function paymentOf(
  { shopper, link }: OpenedLink,
  input: PayLink,
  amount: number,
): Promise<CreatePayment> {
  const { merchant_id, payment_link_id, customer_id, order_details, authentication_type } = link
  const { billing, browser_info } = input
  // A customer may have been deleted since the link was created.
  const customer = customer_id && (await findLiveCustomer(shopper, merchant_id, customer_id))
  return {
    amount,
    currency: link.currency,
    profile_id: link.profile_id,
    confirm: true,
    payment_method: input.payment_method,
    payment_method_type: input.payment_method_type,
    payment_method_data: input.payment_method_data,
    ...(billing ? { billing } : {}),
    ...(browser_info ? { browser_info } : {}),
    return_url: link.url,
    customer_id: customer ? customer_id : null,
    description: link.description,
    capture_method: link.capture_method,
    ...(authentication_type ? { authentication_type } : {}),
    email: input.email ?? link.email,
    name: input.name ?? null,
    phone: input.phone ?? null,
    metadata: { ...link.metadata, payment_link_id },
    ...(order_details ? { order_details } : {}),
  }
}
