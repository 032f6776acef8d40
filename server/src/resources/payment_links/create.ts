import { insert } from '#kernel/change.ts'
import { addMs, DAY_MS, parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { checkAll, Failure, requireAll } from '#errors.ts'
import { newMail } from '#core/mail/job.ts'
import { startIn } from '#core/outbox/transition.ts'
import { mergeMetadata } from '#http/fields.ts'
import { sentProfile } from '#http/profile_header.ts'
import type { Sent } from '#http/route.ts'
import { readCustomer } from '#resources/customers/read.ts'
import { withDrawnLogo } from '#resources/profiles/logo.ts'
import { defaultProfile, profileInForce } from '#resources/profiles/read.ts'
import type { Profile } from '#resources/profiles/schema.ts'
import type { CreatePaymentLink, PaymentLink } from './schema.ts'
import { readPaymentLink, toApi } from './read.ts'
import { paymentLink } from './state.ts'
import { directory, paymentLinks, type PaymentLinkRow } from './store.ts'

const TTL_MS = DAY_MS
const MIN_TTL_MS = 60_000
const MAX_TTL_MS = 90 * DAY_MS

/** The e-mail is sent by a worker, because of a column of this very row: it is sent if, and only if, the link exists. */
export async function createPaymentLink(
  context: Context,
  input: CreatePaymentLink,
): Promise<PaymentLink> {
  checkLink(input, context.now)
  checkMail(context, input)
  const expiry = expiryOf(input, context.now)
  if (input.customer_id) await readCustomer(context, input.customer_id)
  const { profile_id } = await profileOf(context, input)
  const row = newPaymentLink(context, profile_id, await withDrawnLogo(input), expiry)
  const { merchant_id, payment_link_id } = row
  const entry = insert(directory, { merchant_id, payment_link_id })
  if (await context.tryCommit(insert(paymentLinks, row), entry)) return toApi(row)
  // The id exists only if an earlier attempt of this request created it.
  return toApi(await readPaymentLink(context, payment_link_id))
}

/** Everything that can be wrong with the body of a new link, and needs no lookup. */
export function checkLink(input: Sent<CreatePaymentLink>, now: Date): void {
  checkAll(
    () => checkAmounts(input),
    () => checkUse(input),
    () => input.send_email && requireAll({ email: input.email }),
    () => expiryOf(input, now),
  )
}

/** In the body, in the header X-Profile-Id, or the default one. */
function profileOf(context: Context, { profile_id }: CreatePaymentLink): Promise<Profile> {
  const named = profile_id ?? sentProfile(context.request?.headers ?? {})
  return named ? profileInForce(context, named) : defaultProfile(context)
}

/** The fields in which only a donation differs. */
const BOUNDS = ['suggested_amounts', 'min_amount', 'max_amount'] as const

function checkAmounts(input: Sent<CreatePaymentLink>): void {
  const isOpen = input.link_type === 'donation' && !input.amount
  const bounds = isOpen ? [] : BOUNDS.filter((name) => input[name])
  const orders = input.order_details ?? []
  checkAll(
    () => isOpen || requireAll({ amount: input.amount }),
    ...bounds.map((field) => () => {
      throw invalid(field, 'is for a donation whose amount the shopper chooses')
    }),
    () => checkBounds(input),
    ...orders.map(({ currency }, n) => () => {
      if (!input.currency || !currency || currency === input.currency) return
      throw invalid(`order_details.${n}.currency`, `must be ${input.currency}, as the link is`)
    }),
  )
}

function checkBounds(input: Sent<CreatePaymentLink>): void {
  const { min_amount: min, max_amount: max, suggested_amounts } = input
  if (min && max && min > max) throw invalid('max_amount', 'must not be less than `min_amount`')
  const isOutside = (amount: number) => amount < (min ?? amount) || amount > (max ?? amount)
  if (!suggested_amounts?.some(isOutside)) return
  throw invalid('suggested_amounts', 'must be within `min_amount` and `max_amount`')
}

function checkUse(input: Sent<CreatePaymentLink>): void {
  const isOnce = (input.link_type ?? 'one_time') === 'one_time'
  if (isOnce && (input.usage_limit ?? 1) !== 1) {
    throw invalid('usage_limit', 'must be 1 for a `one_time` link')
  }
}

/** A sandbox without a mail server takes it, and says in `email_delivery` why it is not sent. */
function checkMail({ mailer, environment }: Context, input: CreatePaymentLink): void {
  if (!input.send_email) return
  if (mailer !== undefined || environment === 'sandbox') return
  const message = 'This deployment sends no e-mail. Send the `url` of the link yourself.'
  throw new Failure('IR_29', message, { field: 'send_email' })
}

function expiryOf({ expiry }: Sent<CreatePaymentLink>, now: Date): Date {
  if (!expiry) return addMs(now, TTL_MS)
  const moment = parseMoment(expiry) ?? now
  const ms = moment.getTime() - now.getTime()
  if (ms >= MIN_TTL_MS && ms <= MAX_TTL_MS) return moment
  throw invalid('expiry', 'must be 60 seconds to 90 days from now')
}

function invalid(field: string, rule: string): Failure {
  return new Failure('IR_04', `\`${field}\` ${rule}.`, { field })
}

function newPaymentLink(
  context: Context,
  profile_id: string,
  input: CreatePaymentLink,
  expiry: Date,
): PaymentLinkRow {
  const { merchant_id, now } = context
  const link_type = input.link_type ?? 'one_time'
  const send_email = input.send_email ?? false
  const payment_link_id = context.id('plink')
  // Its payments get these pairs and the id of the link, whose name is taken.
  const { payment_link_id: _, ...metadata } = mergeMetadata({}, input.metadata)
  return {
    merchant_id,
    payment_link_id,
    profile_id,
    status: startIn(paymentLink, 'active'),
    link_type,
    url: `${context.public_url}/pay/${payment_link_id}`,
    amount: input.amount ?? null,
    currency: input.currency,
    suggested_amounts: input.suggested_amounts ?? null,
    min_amount: input.min_amount ?? null,
    max_amount: input.max_amount ?? null,
    description: input.description ?? null,
    order_details: input.order_details ?? null,
    customer_id: input.customer_id ?? null,
    email: input.email ?? null,
    send_email,
    capture_method: input.capture_method ?? 'automatic',
    authentication_type: input.authentication_type ?? null,
    require_customer_info: input.require_customer_info ?? false,
    payment_link_config: input.payment_link_config ?? null,
    usage_limit: link_type === 'one_time' ? 1 : (input.usage_limit ?? null),
    usage_count: 0,
    sold_out_message: input.sold_out_message ?? null,
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
