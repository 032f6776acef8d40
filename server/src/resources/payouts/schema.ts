// The API schemas of payouts.
import { type Static, type TSchema, Type } from 'typebox'
import {
  answer,
  anyCase,
  Anything,
  choice,
  Email,
  Metadata,
  MetadataPatch,
  nullable,
  NullableTimestamp,
  Phone,
  PhoneCountryCode,
  shaped,
  StoredMetadata,
  strict,
  text,
  Timestamp,
  WebUrl,
} from '#http/fields.ts'
import { among, currencies, equalTo, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { countries } from '#kernel/countries.ts'
import { Amount, Billing, BrowserInfo, Currency } from '#http/money_fields.ts'
import { BankTransfer, PayoutMethodData } from '#resources/payout_methods/methods.ts'
import { payout } from './state.ts'

const payoutTypes = ['card', 'bank', 'wallet', 'bank_redirect'] as const

/** Compared without case and underscores. */
const entityTypes = [
  'Individual',
  'Company',
  'NonProfit',
  'PublicSector',
  'NaturalPerson',
  'Personal',
] as const

const EntityType = shaped(
  '^(?i:individual|company|non_?profit|public_?sector|natural_?person|personal)$',
  `one of: ${entityTypes.join(', ')}, or their lowercase forms`,
)

const customerId = shaped(
  '^(?!list$)[A-Za-z0-9_-]{1,64}$',
  '1 to 64 letters, digits, `_` or `-`, and not `list`',
)

const person = {
  email: Type.Optional(nullable(Email)),
  name: Type.Optional(nullable(text(255))),
  phone: Type.Optional(nullable(Phone)),
  phone_country_code: Type.Optional(nullable(PhoneCountryCode)),
}

const PayoutCustomer = strict({
  id: Type.Optional(customerId),
  ...person,
  tax_registration_id: Type.Optional(nullable(text(64))),
  document_details: Type.Optional(
    Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      maxProperties: 10,
      propertyNames: { maxLength: 40, minLength: 1 },
      additionalProperties: { type: 'string', maxLength: 255 },
      description: 'For example a document type and a number. Stored encrypted and never returned.',
    }),
  ),
})

/** For older clients; a request with one of these fields gets the header `Deprecation`. */
function old<T extends TSchema>(schema: T) {
  const notice = { deprecated: true, description: 'Send the `customer` object instead.' }
  return Type.Optional(nullable(Type.Unsafe<Static<T>>({ ...schema, ...notice })))
}

const oldPerson = {
  customer_id: old(customerId),
  email: old(Email),
  name: old(text(255)),
  phone: old(Phone),
  phone_country_code: old(PhoneCountryCode),
}

const method = {
  payout_type: Type.Optional(anyCase(payoutTypes)),
  payout_method_data: Type.Optional(PayoutMethodData),
  payout_token: Type.Optional(
    text(64, { description: 'A token from POST /tokens, or a `payout_method_id`.' }),
  ),
  payout_method_id: Type.Optional(text(64)),
}

const about = {
  billing: Type.Optional(Billing),
  entity_type: Type.Optional(EntityType),
  priority: Type.Optional(
    anyCase(['instant', 'fast', 'regular', 'wire', 'cross_border', 'internal']),
  ),
  description: Type.Optional(nullable(text(1_000))),
}

const changeable = {
  merchant_order_reference_id: Type.Optional(nullable(text(255))),
  ...method,
  source_bank_data: Type.Optional(BankTransfer),
  customer: Type.Optional(PayoutCustomer),
  ...oldPerson,
  ...about,
  confirm: Type.Optional(Type.Boolean()),
  auto_fulfill: Type.Optional(Type.Boolean()),
  recurring: Type.Optional(Type.Boolean()),
  business_country: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...countries] })),
  profile_id: Type.Optional(text(64)),
  return_url: Type.Optional(nullable(WebUrl)),
  session_expiry: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 7_776_000,
      description: 'Seconds until the client secret expires.',
    }),
  ),
  browser_info: Type.Optional(BrowserInfo),
}

const PayoutLinkConfig = strict({
  logo: Type.Optional(WebUrl),
  merchant_name: Type.Optional(text(255)),
  theme: Type.Optional(text(64)),
  enabled_payment_methods: Type.Optional(
    Type.Array(
      strict({
        payment_method: anyCase([...payoutTypes, 'bank_transfer']),
        payment_method_types: Type.Optional(Type.Array(text(64), { maxItems: 100 })),
      }),
      { maxItems: 10 },
    ),
  ),
  form_layout: Type.Optional(anyCase(['journey', 'tabs'])),
  test_mode: Type.Optional(Type.Boolean()),
})

export type PayoutLinkConfig = Static<typeof PayoutLinkConfig>

export const CreatePayout = strict({
  amount: Amount,
  currency: Currency,
  ...changeable,
  metadata: Type.Optional(Metadata),
  payout_link: Type.Optional(Type.Boolean({ description: 'Can only be set on creation.' })),
  payout_link_config: Type.Optional(PayoutLinkConfig),
})
export type CreatePayout = Static<typeof CreatePayout>

export const UpdatePayout = strict({
  ...method,
  ...about,
  metadata: Type.Optional(MetadataPatch),
})

export const ConfirmPayout = strict({
  client_secret: Type.Optional(text(255)),
  amount: Type.Optional(Amount),
  currency: Type.Optional(Currency),
  ...changeable,
  metadata: Type.Optional(MetadataPatch),
})
export type ConfirmPayout = Static<typeof ConfirmPayout>

/** The fields that every verb may change. */
export type EditPayout = Omit<ConfirmPayout, 'client_secret' | 'confirm'>

export const CancelPayout = strict({ cancellation_reason: Type.Optional(nullable(text(255))) })
export type CancelPayout = Static<typeof CancelPayout>

export const FulfillPayout = strict({})

export const SettleInSandbox = strict({
  outcome: Type.Optional(choice('approved', 'declined', 'returned')),
})
export type SettleInSandbox = Static<typeof SettleInSandbox>

const Attempt = Type.Object({
  attempt_id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  connector: Type.String(),
  connector_transaction_id: nullable(Type.String()),
  error_code: nullable(Type.String()),
  error_message: nullable(Type.String()),
  unified_code: nullable(Type.String()),
  unified_message: nullable(Type.String()),
  created: Type.String({ format: 'date-time' }),
})
export type Attempt = Static<typeof Attempt>

export const Payout = answer('Payout', {
  payout_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  merchant_order_reference_id: nullable(Type.String()),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  payout_type: nullable(Type.String()),
  payout_method_data: Anything,
  payout_method_id: nullable(Type.String()),
  customer_id: Type.String(),
  customer: Type.Object({
    id: Type.String(),
    name: nullable(Type.String()),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    phone_country_code: nullable(Type.String()),
  }),
  billing: Anything,
  auto_fulfill: Type.Boolean(),
  recurring: Type.Boolean(),
  entity_type: nullable(Type.String()),
  priority: nullable(Type.String()),
  business_country: nullable(Type.String()),
  description: nullable(Type.String()),
  return_url: nullable(Type.String()),
  metadata: nullable(StoredMetadata),
  client_secret: nullable(
    Type.String({
      description:
        'Lets a recipient with a publishable key enter the payout method. Null in lists and for keys without `payouts:write`.',
    }),
  ),
  payout_link: Anything,
  cancellation_reason: nullable(Type.String()),
  unified_code: nullable(Type.String()),
  unified_message: nullable(Type.String()),
  error_code: nullable(Type.String()),
  error_message: nullable(Type.String()),
  connector: nullable(Type.String()),
  connector_transaction_id: nullable(Type.String()),
  attempts: Type.Unsafe<Attempt[] | null>({ type: ['array', 'null'], items: Attempt }),
  created: Timestamp,
  modified_at: Timestamp,
  confirmed_at: NullableTimestamp,
  expires_at: NullableTimestamp,
})
export type Payout = Static<typeof Payout>

/** `Non_Profit` and `nonprofit` are the same kind of recipient. */
const letters = (name: string) => name.toLowerCase().replaceAll('_', '')

export const payoutFilters = {
  payout_id: oneOrMany('One id, or several separated by commas.'),
  status: oneOrMany('A status, or several.', { read: among(payout.states) }),
  customer_id: oneOrMany('A customer, or several.'),
  currency: currencies,
  payout_type: oneOrMany('A type, or several.', {
    read: (name) => among(payoutTypes)(name.toLowerCase()),
  }),
  entity_type: oneOrMany('A type of recipient, or several, in any spelling.', {
    read: (name) => among(entityTypes.map(letters))(letters(name)),
  }),
  profile_id: oneOrMany('A profile, or several.'),
  merchant_order_reference_id: equalTo(text(255)),
}

export const ListPayouts = listQuery(payoutFilters)
export type ListPayouts = Static<typeof ListPayouts>

export const PayoutList = listOf('PayoutList', Payout)

export const LinkQuery = strict({ locale: Type.Optional(text(35)) })
export type LinkQuery = Static<typeof LinkQuery>
