import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { checkDetails, confirm } from './confirm.ts'
import { create } from './create.ts'
import type { CreateAndConfirmSubscription, Subscription } from './schema.ts'

/** If the confirmation fails with an error, the subscription waits for another one for 24 hours. */
export async function createAndConfirmSubscription(
  context: Context,
  { payment_details, ...input }: CreateAndConfirmSubscription,
): Promise<Subscription> {
  const { return_url, ...rest } = payment_details
  const { authentication_type, capture_method, setup_future_usage, payment_type, ...sent } = rest
  checkDetails({ payment_details: sent }, context.now)
  const created = await create(context, {
    ...input,
    payment_details: {
      return_url,
      authentication_type: authentication_type ?? null,
      capture_method: capture_method ?? null,
      setup_future_usage: setup_future_usage ?? null,
      payment_type: payment_type ?? null,
    },
  })
  try {
    return await confirm(context, created, { payment_details: sent })
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
