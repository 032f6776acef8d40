import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { type ConfirmationOrder, confirm, parseDetails } from './confirm.ts'
import { create } from './create.ts'
import type { CreateAndConfirmSubscription, CreateSubscription, Subscription } from './schema.ts'

export interface WholeOrder {
  readonly subscription: CreateSubscription
  readonly confirmation: ConfirmationOrder
}

export function parseWhole(
  body: Sent<CreateAndConfirmSubscription>,
  now: Date,
): Parsed<WholeOrder> {
  const { payment_details: details = {}, ...rest } = body
  const { return_url, authentication_type, capture_method, ...others } = details
  const { setup_future_usage, payment_type, ...sent } = others
  const { faults, order } = parseDetails({ payment_details: sent }, now)
  const payment_details = {
    return_url,
    authentication_type: authentication_type ?? null,
    capture_method: capture_method ?? null,
    setup_future_usage: setup_future_usage ?? null,
    payment_type: payment_type ?? null,
  }
  const subscription = { ...rest, payment_details } as CreateSubscription
  return { faults, order: () => ({ subscription, confirmation: order() }) }
}

/** If the confirmation fails with an error, the subscription waits for another one for 24 hours. */
export async function createAndConfirmSubscription(
  context: Context,
  { subscription, confirmation }: WholeOrder,
): Promise<Subscription> {
  const created = await create(context, subscription)
  try {
    return await confirm(context, created, confirmation)
  } catch (error) {
    throw withSubscription(error, created.subscription_id)
  }
}

/** The caller learns which subscription waits for another confirmation. */
function withSubscription(error: unknown, subscription_id: string): unknown {
  if (!(error instanceof Failure)) return error
  const { code, message, parts } = error
  return new Failure(code, message, { ...parts, details: { ...parts.details, subscription_id } })
}
