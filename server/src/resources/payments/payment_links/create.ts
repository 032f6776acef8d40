import { insert } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { newMail } from '#core/mail/job.ts'
import { startIn } from '#core/outbox/transition.ts'
import { mergeMetadata } from '#http/fields.ts'
import { sentProfile } from '#http/profile_header.ts'
import { readCustomer } from '#resources/payments/customers/read.ts'
import { withDrawnLogo } from '#resources/accounts/profiles/logo.ts'
import { defaultProfile, profileInForce } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import type { LinkOrder } from './order.ts'
import type { PaymentLink } from './schema.ts'
import { readPaymentLink, toApi } from './read.ts'
import { paymentLink } from './state.ts'
import { directory, paymentLinks, type PaymentLinkRow } from './store.ts'

/** A worker sends the e-mail because of a column in this row: it is sent if and only if the link exists. */
export async function createPaymentLink(context: Context, order: LinkOrder): Promise<PaymentLink> {
  checkMail(context, order)
  if (order.customer_id) await readCustomer(context, order.customer_id)
  const { profile_id } = await readOrderProfile(context, order)
  const row = newPaymentLink(context, profile_id, await withDrawnLogo(order))
  const { merchant_id, payment_link_id } = row
  const entry = insert(directory, { merchant_id, payment_link_id })
  if (await context.tryCommit(insert(paymentLinks, row), entry)) return toApi(row)
  // The id exists only if an earlier attempt at this request created it.
  return toApi(await readPaymentLink(context, payment_link_id))
}

/** In the body, in the header X-Profile-Id, or the default one. */
export function readOrderProfile(context: Context, { profile_id }: LinkOrder): Promise<Profile> {
  const named = profile_id ?? sentProfile(context.request?.headers ?? {})
  return named ? profileInForce(context, named) : defaultProfile(context)
}

/** A sandbox without a mail server takes it, and says in `email_delivery` why it is not sent. */
function checkMail({ mailer, environment }: Context, order: LinkOrder): void {
  if (!order.send_email) return
  if (mailer !== undefined || environment === 'sandbox') return
  const message = 'This deployment sends no e-mail. Send the `url` of the link yourself.'
  throw new Failure('IR_29', message, { field: 'send_email' })
}

export function newPaymentLink(
  context: Context,
  profile_id: string,
  order: LinkOrder,
): PaymentLinkRow {
  const { merchant_id, now } = context
  const { expiry } = order
  const link_type = order.link_type ?? 'one_time'
  const send_email = order.send_email ?? false
  const payment_link_id = context.id('plink')
  // Its payments get these pairs and the link id, whose name is taken.
  const { payment_link_id: _, ...metadata } = mergeMetadata({}, order.metadata)
  return {
    merchant_id,
    payment_link_id,
    profile_id,
    status: startIn(paymentLink, 'active'),
    link_type,
    url: `${context.public_url}/pay/${payment_link_id}`,
    amount: order.amount ?? null,
    currency: order.currency,
    suggested_amounts: order.suggested_amounts ?? null,
    min_amount: order.min_amount ?? null,
    max_amount: order.max_amount ?? null,
    description: order.description ?? null,
    order_details: order.order_details ?? null,
    customer_id: order.customer_id ?? null,
    email: order.email ?? null,
    send_email,
    capture_method: order.capture_method ?? 'automatic',
    authentication_type: order.authentication_type ?? null,
    require_customer_info: order.require_customer_info ?? false,
    payment_link_config: order.payment_link_config ?? null,
    usage_limit: link_type === 'one_time' ? 1 : (order.usage_limit ?? null),
    usage_count: 0,
    sold_out_message: order.sold_out_message ?? null,
    payment_id: null,
    metadata,
    expiry,
    expire_at: expiry,
    ...newMail(send_email ? now : null),
    created: now,
    modified_at: now,
    transitions: 0,
    version: 1,
  }
}
