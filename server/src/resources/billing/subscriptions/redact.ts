import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { eachId } from '#kernel/page.ts'
import {
  type Owner,
  type Redaction,
  redactRows,
} from '#resources/payments/customers/redact_rows.ts'
import { redacted, redactedExcept } from '#resources/payments/customers/redact_fields.ts'
import { cancelNow } from './cancel.ts'
import { readSubscription } from './read.ts'
import { hasEnded } from './state.ts'
import {
  findSubscription,
  subscriptionPages,
  type SubscriptionRow,
  subscriptions,
} from './store.ts'

const DELETED = 'customer_deleted'
/** Reasons that are not merchant texts. */
const OWN_REASONS: ReadonlySet<unknown> = new Set([DELETED, 'payment_failed'])

const redaction: Redaction<SubscriptionRow> = {
  table: subscriptions,
  find: findSubscription,
  content: 'subscription_details',
  fields: {
    billing: redacted,
    shipping: redacted,
    merchant_reference_id: redacted,
    cancel_reason: (reason) => (OWN_REASONS.has(reason) ? reason : redacted(reason)),
    payment_details: redactedExcept(
      'authentication_type',
      'capture_method',
      'setup_future_usage',
      'payment_type',
    ),
  },
}

const redactAll = redactRows(redaction, subscriptionPages)
const PAGE = 200

/** A deleted customer's subscriptions end, because no customer is left to bill. */
export async function redactSubscriptions(context: Context, owner: Owner): Promise<boolean> {
  const { db, merchant_id } = context
  for await (const ids of eachId(db, merchant_id, subscriptionPages, owner, PAGE)) {
    await Promise.all(ids.map((id) => end(context, id)))
  }
  return redactAll(context, owner)
}

function end(context: Context, subscription_id: string): Promise<void> {
  return retryOnConflict(async () => {
    const current = await readSubscription(context, subscription_id)
    if (hasEnded(current.status)) return
    await cancelNow(context, { ...current, cancel_reason: DELETED }, context.now)
  })
}
