// Guests, who pay without a customer, are never deleted. If the operator sets a retention time, guest payments are
// redacted at that age, in creation order.
import { insert, update } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { type Context, type Services, systemContext } from '#kernel/context.ts'
import type { Owner } from './redact_rows.ts'
import { findGuestRedaction, guestRedactions, nextMerchant } from './store.ts'

declare module '#kernel/context.ts' {
  interface Services {
    /** Undefined: guest payments are not redacted. */
    readonly guest_retention_days: number | undefined
  }
}

export async function redactGuests(services: Services): Promise<void> {
  const { db, guest_retention_days } = services
  if (guest_retention_days === undefined) return
  let merchant_id = await nextMerchant(db, '')
  while (merchant_id !== undefined) {
    const context = await systemContext(services, merchant_id)
    await redactUntil(context, addMs(context.now, -guest_retention_days * DAY_MS))
    merchant_id = await nextMerchant(db, merchant_id)
  }
}

async function redactUntil(context: Context, redacted_until: Date): Promise<void> {
  const { db, merchant_id } = context
  const before = await findGuestRedaction(db, merchant_id)
  const owner: Owner = [
    { column: 'customer_id', operator: '=', value: null },
    { column: 'created', operator: '<=', value: redacted_until },
    ...(before
      ? [{ column: 'created', operator: '>=' as const, value: before.redacted_until }]
      : []),
  ]
  for (const redact of context.registry.redactions) await redact(context, owner)
  // Refused when another worker has just done the same.
  await context.tryCommit(
    before
      ? update(guestRedactions, before, { redacted_until })
      : insert(guestRedactions, { merchant_id, redacted_until, version: 1 }),
  )
}
