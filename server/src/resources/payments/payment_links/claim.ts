// Decides if one more payment may be made through a link. The link row is changed in the commit that records the
// payment, under the version that was read here, so only one concurrent request is recorded and the others decide
// again. A use counts from that commit on, until its payment has failed.
import { demand, update } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { busy } from '#core/operations/perform.ts'
import { isClientSecret } from '#http/client_access.ts'
import { cancelPayment } from '#resources/payments/payments/cancel.ts'
import { claimForLink, openClaimsOnLink } from '#resources/payments/payments/claims.ts'
import type { PaymentClaim } from '#resources/payments/payments/place.ts'
import { readPayment } from '#resources/payments/payments/read.ts'
import { waitsForCustomer } from '#resources/payments/payments/state.ts'
import { settleLinkClaim } from './settle_claim.ts'
import { findPaymentLink, paymentLinks, type PaymentLinkRow } from './store.ts'

/** A browser that sends no client_secret may be a different one, while the shopper is on the bank's page. */
const REPLACEABLE_AFTER_MS = 30_000

const CATCH_UP = 100

interface Attempt {
  readonly payment_id: string
  /** The client_secret for the payment that this browser started before. */
  readonly secret: string | undefined
}

/** Fails with a Conflict if something has changed meanwhile: then the link is read and decided on again. */
export async function claimLink(
  shopper: Context,
  link: PaymentLinkRow,
  attempt: Attempt,
): Promise<PaymentClaim> {
  const { db, merchant_id, now } = shopper
  const { payment_link_id, version, status } = link
  const { payment_id } = attempt
  const row = claimForLink(link, payment_id, now)
  const read = () => findPaymentLink(db, merchant_id, payment_link_id)
  if (link.usage_limit === null) {
    // Without a limit any number of payments may be recorded at once, while the link is active.
    const writes = [demand(paymentLinks, link, ['status'])]
    return { row, writes, isStale: async () => (await read())?.status !== status }
  }
  await checkFree(shopper, link, link.usage_limit - link.usage_count, attempt)
  const writes = [update(paymentLinks, link, { payment_id, modified_at: now })]
  return { row, writes, isStale: async () => (await read())?.version !== version }
}

async function checkFree(
  shopper: Context,
  link: PaymentLinkRow,
  left: number,
  attempt: Attempt,
): Promise<void> {
  const open = await openClaimsOnLink(shopper, link.payment_link_id, Math.max(left, 1))
  if (open.length < left) return
  const settled = await Promise.all(
    open.slice(0, CATCH_UP).map(({ payment_id }) => settleLinkClaim(shopper, payment_id)),
  )
  if (settled.some((status) => status !== 'open')) throw new Conflict()
  const [only] = open
  if (link.link_type === 'one_time' && only) await replace(shopper, only.payment_id, attempt)
  throw inProgress()
}

function inProgress(): Failure {
  return busy('A payment of this link is in progress.')
}

/**
 * A shopper who came back from the bank's page, or who decides against a bank transfer, pays in another way: the
 * earlier payment is cancelled first, and its page voided. If that fails, it stays the only one.
 */
async function replace(shopper: Context, payment_id: string, { secret }: Attempt): Promise<void> {
  const { merchant_id, now, keyring } = shopper
  const earlier = await readPayment(shopper, payment_id)
  const isOwn =
    secret !== undefined &&
    isClientSecret(keyring, 'payment', { merchant_id, id: payment_id }, secret)
  const isOld = addMs(earlier.created, REPLACEABLE_AFTER_MS) <= now
  const isElsewhere = earlier.status === 'requires_action' && !isOwn && !isOld
  if (!waitsForCustomer(earlier.status) || isElsewhere) return
  try {
    const cancellation_reason = 'Another payment was started through the same payment link.'
    await cancelPayment(shopper, payment_id, { cancellation_reason })
  } catch (error) {
    if (error instanceof Failure) throw inProgress()
    throw error
  }
  throw new Conflict()
}
