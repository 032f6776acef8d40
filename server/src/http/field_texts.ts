// Descriptions for fields and parameters that mean the same wherever they occur. The OpenAPI document uses one if the
// schema has none, so that thirty schemas need not explain merchant_id.

type Json = Record<string, unknown>

export const fieldTexts: Readonly<Record<string, string>> = {
  // Object ids, in URLs and in responses.
  merchant_id: 'The id of the merchant that the object belongs to.',
  profile_id: 'The id of the business profile, `pro_…`.',
  customer_id: 'The id of the customer: the one that you chose, or a generated `cus_…`.',
  payment_method_id: 'The id of the saved payment method, `pm_…`.',
  organization_id: 'The id of the organization, which is above its merchants.',
  payment_id: 'The id of the payment: the one that you chose, or a generated `pay_…`.',
  refund_id: 'The id of the refund: the one that you chose, or a generated `ref_…`.',
  dispute_id: 'The id of the dispute, `dp_…`.',
  payout_id: 'The id of the payout, `po_…`.',
  payment_link_id: 'The id of the payment link, `plink_…`.',
  subscription_id: 'The id of the subscription, `sub_…`.',
  invoice_id: 'The id of the invoice, `inv_…`.',
  credit_note_id: 'The id of the credit note, `crn_…`.',
  plan_id: 'The id of the plan: the one that you chose, or a generated one.',
  item_price_id: 'The id of the price, which also determines the plan.',
  coupon_code: 'The code of the coupon. Upper and lower case differ.',
  file_id: 'The id of the file, from `POST /files`.',
  event_id: 'The id of the event. Process each id once.',
  request_id: 'The id of the request, as in the header X-Request-Id.',
  key_id: 'The id of the API key, `key_…`; not the key itself.',
  user_id: 'The id of the user.',
  role_id: 'The id of the role: a built-in one such as `merchant_admin`, or one of your own.',
  session_id: 'The id of the session.',
  passkey_id: 'The id of the passkey.',
  note_id: 'The id of the note, `note_…`.',
  view_id: 'The id of the saved view, `view_…`.',
  attempt_id: 'The id that the page chose for this attempt to pay.',
  asset: 'The name of the file, with a hash of its content.',
  secret: 'The part of the URL that only the customer has.',
  provider: 'The name of the acquirer.',
  scope:
    'What is counted: `merchant`, `profile` (with the header `X-Profile-Id`) or `org` (all merchants of the organization).',

  // Times.
  created: 'When the object was created, in UTC.',
  modified_at: 'When the object last changed, in UTC.',
  last_modified_at: 'When the object last changed, in UTC.',
  expires_at: 'Until when it can be used, in UTC.',
  last_used_at: 'When it was last used, in UTC; null if never.',
  last_signed_in_at: 'When the user last signed in, in UTC; null if never.',
  secret_last_rotated_at: 'When the webhook signing secret was created or last rotated, in UTC.',

  // Money.
  currency: 'The three-letter ISO 4217 code of the currency, in upper case.',
  connector: 'The acquirer that was called; null if none was. Secret keys see it.',
  connector_id:
    'Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it.',
  connector_transaction_id:
    'The id of the transaction at the acquirer, for questions to the acquirer; null until there is one.',
  error_code:
    "The acquirer's own code for the failure; null without one. Branch on `unified_code`.",
  error_message:
    "The acquirer's own text for the failure, for your support staff; null without one.",
  client_secret:
    'The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`.',
  cancellation_reason: 'Why it was cancelled: your own text of up to 255 characters.',
  merchant_order_reference_id:
    'Your own reference, such as an order number. It need not be unique.',

  // Payment methods.
  payment_method:
    'The category of the payment method, such as `card`; null until there is a method.',
  payment_method_type:
    'The kind within the category, such as `credit` or `ideal`; null until there is a method.',

  // Pages.
  return_url:
    'Where the browser of the customer is sent afterwards. `payment_id` and `status` are added as query parameters.',
  locale: 'The language of the page, such as `de`, instead of the one of the browser.',

  // Answers to a deletion.
  deleted: 'Always true: the object is deleted.',
}

/** The OpenAPI document with a description for every field and parameter that the table knows and that has none. */
export function describeFields<T>(document: T): T {
  return describedPart(document) as T
}

/** Document parts that are values, not schemas. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

function describedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(describedPart)
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([key, value]) => {
    if (VALUES.has(key)) return [key, value]
    if (key === 'properties') return [key, describedProperties(value as Json)]
    if (key === 'parameters' && Array.isArray(value)) return [key, value.map(describedParameter)]
    return [key, describedPart(value)]
  })
  return Object.fromEntries(entries)
}

function describedProperties(properties: Json): Json {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const whole = describedPart(schema)
    return [name, typeof whole === 'object' ? withText(name, whole as Json) : whole]
  })
  return Object.fromEntries(entries)
}

function describedParameter(parameter: Json): Json {
  const schema = parameter['schema'] as Json | undefined
  const name = parameter['name']
  if (schema?.['description'] !== undefined || typeof name !== 'string') return parameter
  return withText(name, parameter)
}

function withText(name: string, part: Json): Json {
  const description = fieldTexts[name]
  const isDescribed = part['description'] !== undefined || description === undefined
  return isDescribed ? part : { ...part, description }
}
