import { webhookRefusal } from '#kernel/addresses.ts'
import type { Environment } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { UpdateProfile } from './schema.ts'

/** Said when the address is set; said again, of the address really met, when a webhook is delivered. */
export function checkWebhookUrl(
  environment: Environment,
  input: Pick<UpdateProfile, 'webhook_details'>,
): void {
  const address = input.webhook_details?.webhook_url
  if (address === undefined || address === null) return
  const refusal = webhookRefusal(address, environment === 'sandbox')
  if (refusal === undefined) return
  const field = 'webhook_details.webhook_url'
  throw new Failure('IR_04', `\`${field}\` ${refusal}.`, { field })
}
