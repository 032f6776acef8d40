// Parsed payment link orders.
import { addMs, DAY_MS, parseMoment } from '#kernel/clock.ts'
import { type Fault, invalid, missing, missingAmong } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import type { WithMethod } from '#resources/methods/payment_methods/parse.ts'
import type { PayLink } from './page_schema.ts'
import type { CreatePaymentLink } from './schema.ts'

const TTL_MS = DAY_MS
const MIN_TTL_MS = 60_000
const MAX_TTL_MS = 90 * DAY_MS

export interface LinkOrder extends Omit<CreatePaymentLink, 'expiry'> {
  readonly expiry: Date
}

export function parseLink(body: Sent<CreatePaymentLink>, now: Date): Parsed<LinkOrder> {
  const expiry = body.expiry ? (parseMoment(body.expiry) ?? now) : addMs(now, TTL_MS)
  return {
    faults: [
      ...amountFaults(body),
      ...useFaults(body),
      ...(body.send_email ? missingAmong({ email: body.email }) : []),
      ...expiryFaults(expiry, now),
    ],
    order: () => ({ ...(body as CreatePaymentLink), expiry }),
  }
}

/** The fields in which only a donation differs. */
const BOUNDS = ['suggested_amounts', 'min_amount', 'max_amount'] as const

function amountFaults(body: Sent<CreatePaymentLink>): Fault[] {
  const isOpen = body.link_type === 'donation' && !body.amount
  const bounds = isOpen ? [] : BOUNDS.filter((name) => body[name])
  const orders = body.order_details ?? []
  return [
    ...(isOpen || body.amount ? [] : [missing('amount')]),
    ...bounds.map((field) => invalid(field, 'is for a donation whose amount the shopper chooses')),
    ...boundFaults(body),
    ...orders.flatMap(({ currency }, n) => {
      if (!body.currency || !currency || currency === body.currency) return []
      return invalid(`order_details.${n}.currency`, `must be ${body.currency}, as the link is`)
    }),
  ]
}

function boundFaults(body: Sent<CreatePaymentLink>): Fault[] {
  const { min_amount: min, max_amount: max, suggested_amounts } = body
  if (min && max && min > max) return [invalid('max_amount', 'must not be less than `min_amount`')]
  const isOutside = (amount: number) => amount < (min ?? amount) || amount > (max ?? amount)
  if (!suggested_amounts?.some(isOutside)) return []
  return [invalid('suggested_amounts', 'must be within `min_amount` and `max_amount`')]
}

function useFaults({ link_type = 'one_time', usage_limit }: Sent<CreatePaymentLink>): Fault[] {
  if (link_type !== 'one_time' || (usage_limit ?? 1) === 1) return []
  return [invalid('usage_limit', 'must be 1 for a `one_time` link')]
}

function expiryFaults(expiry: Date, now: Date): Fault[] {
  const ms = expiry.getTime() - now.getTime()
  if (ms >= MIN_TTL_MS && ms <= MAX_TTL_MS) return []
  return [invalid('expiry', 'must be 60 seconds to 90 days from now')]
}

/** The link's own requirements are checked once it is read. */
export type PayLinkOrder = WithMethod<PayLink>
