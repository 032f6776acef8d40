// API schemas for payouts.
import { type Static, type TSchema, Type } from 'typebox'
import {
  answer,
  anyCase,
  choice,
  Country,
  described,
  Email,
  freeText,
  listedId,
  Metadata,
  MetadataPatch,
  nullable,
  NullableTimestamp,
  Phone,
  PhoneCountryCode,
  shaped,
  shownPerson,
  StoredMetadata,
  strict,
  text,
  Timestamp,
  WebUrl,
} from '#http/fields.ts'
import { among, currencies, equalTo, listSchema, listQuery, oneOrMany } from '#http/lists.ts'
import {
  Amount,
  Billing,
  BrowserInfo,
  contact,
  Currency,
  UnifiedCode,
  UnifiedMessage,
} from '#http/money_fields.ts'
import {
  BankTransfer,
  MaskedPayoutMethod,
  PayoutMethodData,
} from '#resources/methods/payout_methods/methods.ts'
import { Attempt, reviewFields, Status } from './answer_shapes.ts'
import { PayoutLink, PayoutLinkConfig, payoutTypes } from './link_config.ts'
import { payout } from './state.ts'

const priorities = ['instant', 'fast', 'regular', 'wire', 'cross_border', 'internal'] as const

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
  { description: 'What the recipient is: a person, a company or another body.' },
)

const customerId = listedId(
  'The customer who receives the money; created if there is none with this id, and generated when omitted.',
)

const person = {
  email: Type.Optional(nullable(described(Email, 'The e-mail address of the recipient.'))),
  name: Type.Optional(nullable(text(255, { description: 'The name of the recipient.' }))),
  phone: Type.Optional(nullable(Phone)),
  phone_country_code: Type.Optional(nullable(PhoneCountryCode)),
}

const PayoutCustomer = strict({
  id: Type.Optional(customerId),
  ...person,
  tax_registration_id: Type.Optional(
    nullable(
      text(64, {
        description: 'The tax number of the recipient. Stored encrypted and never returned.',
      }),
    ),
  ),
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
  payout_type: Type.Optional(
    anyCase(payoutTypes, {
      description:
        'The type of the method, in any case. Required before the confirmation; the method in the request sets it.',
    }),
  ),
  payout_method_data: Type.Optional(
    described(PayoutMethodData, 'Where the money goes: exactly one method. Stored encrypted.'),
  ),
  payout_token: Type.Optional(
    text(64, { description: 'A token from POST /tokens, or a `payout_method_id`.' }),
  ),
  payout_method_id: Type.Optional(
    text(64, {
      description: 'A saved payout method of the customer, instead of `payout_method_data`.',
    }),
  ),
}

const about = {
  billing: Type.Optional(
    described(Billing, 'The recipient: the address, the phone and the e-mail address.'),
  ),
  entity_type: Type.Optional(EntityType),
  priority: Type.Optional(
    anyCase(priorities, {
      description: 'How fast the rail should send it, in any case. By default the rail decides.',
    }),
  ),
  description: Type.Optional(
    nullable(freeText(1_000, { description: 'Your own text about the payout.' })),
  ),
}

const changeable = {
  merchant_order_reference_id: Type.Optional(nullable(text(255))),
  ...method,
  source_bank_data: Type.Optional(
    described(BankTransfer, 'The bank account that the money comes from. Stored encrypted.'),
  ),
  customer: Type.Optional(
    described(PayoutCustomer, 'The recipient: an existing customer, or a new one.'),
  ),
  ...oldPerson,
  ...about,
  confirm: Type.Optional(
    Type.Boolean({
      description: 'True confirms the details with this request, which must be complete.',
    }),
  ),
  auto_fulfill: Type.Optional(
    Type.Boolean({
      description:
        'True sends the payout within seconds after its confirmation. By default false. Refused with 422 if the profile has `payout_approvals`.',
    }),
  ),
  recurring: Type.Optional(
    Type.Boolean({
      description:
        'True saves the method when the payout succeeds, for later payouts. By default false.',
    }),
  ),
  business_country: Type.Optional(
    described(Country, 'The two-letter ISO 3166-1 code of the country of your business.'),
  ),
  profile_id: Type.Optional(
    text(64, {
      description: 'The business profile of the payout. By default your default profile.',
    }),
  ),
  return_url: Type.Optional(
    described(nullable(WebUrl), 'An address of yours that is stored with the payout.'),
  ),
  session_expiry: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 7_776_000,
      description: 'Seconds until the client secret expires.',
    }),
  ),
  browser_info: Type.Optional(BrowserInfo),
}

export const CreatePayout = strict({
  amount: Amount,
  currency: Currency,
  ...changeable,
  metadata: Type.Optional(Metadata),
  payout_link: Type.Optional(
    Type.Boolean({
      description:
        'True makes a page on which the recipient enters the method. Can only be set on creation.',
    }),
  ),
  payout_link_config: Type.Optional(
    described(PayoutLinkConfig, 'How the page of the payout link looks; only with `payout_link`.'),
  ),
})
export type CreatePayout = Static<typeof CreatePayout>

export const UpdatePayout = strict({
  ...method,
  ...about,
  metadata: Type.Optional(MetadataPatch),
})

export const ConfirmPayout = strict({
  client_secret: Type.Optional(freeText(255)),
  amount: Type.Optional(Amount),
  currency: Type.Optional(Currency),
  ...changeable,
  metadata: Type.Optional(MetadataPatch),
})
export type ConfirmPayout = Static<typeof ConfirmPayout>

/** The fields that every verb may change. */
export type EditPayout = Omit<ConfirmPayout, 'client_secret' | 'confirm'>

export const CancelPayout = strict({ cancellation_reason: Type.Optional(nullable(freeText(255))) })
export type CancelPayout = Static<typeof CancelPayout>

export const FulfillPayout = strict({})

export const ApprovePayout = strict({})

export const SettleInSandbox = strict({
  outcome: Type.Optional(
    described(
      choice('approved', 'declined', 'returned'),
      'What the sandbox rail reports; `returned`: the money came back. By default `approved`.',
    ),
  ),
})
export type SettleInSandbox = Static<typeof SettleInSandbox>

export const Payout = answer('Payout', {
  payout_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  merchant_order_reference_id: nullable(Type.String()),
  status: Status,
  amount: Type.Integer({ description: 'What is sent, in the lowest unit of the currency.' }),
  currency: Type.String(),
  payout_type: nullable(
    Type.Unsafe<string>({
      type: 'string',
      enum: payoutTypes,
      description: 'The type of the method; null until it is known.',
    }),
  ),
  payout_method_data: MaskedPayoutMethod,
  payout_method_id: nullable(
    Type.String({
      description:
        'The saved payout method that is used, or that this payout saved; null otherwise.',
    }),
  ),
  customer_id: Type.String({ description: 'The customer who receives the money.' }),
  customer: Type.Object(
    {
      id: Type.String({ description: 'The same as `customer_id`.' }),
      name: nullable(Type.String({ description: 'The name of the recipient.' })),
      email: nullable(Type.String({ description: 'The e-mail address of the recipient.' })),
      phone: nullable(
        Type.String({ description: 'The phone number of the recipient, without country code.' }),
      ),
      phone_country_code: shownPerson.phone_country_code,
    },
    { description: 'The recipient, as the payout was created.' },
  ),
  billing: contact('The recipient: address, phone and e-mail address; null if not sent.'),
  auto_fulfill: Type.Boolean({
    description: 'Whether it is sent within seconds after its confirmation.',
  }),
  recurring: Type.Boolean({ description: 'Whether the method is saved when the payout succeeds.' }),
  entity_type: nullable(
    Type.String({
      description: 'What the recipient is, spelled as you sent it; null if not sent.',
    }),
  ),
  priority: nullable(
    Type.Unsafe<string>({
      type: 'string',
      enum: priorities,
      description: 'How fast the rail should send it; null if not sent.',
    }),
  ),
  business_country: nullable(
    Type.String({
      description: 'The two-letter code of the country of your business; null if not sent.',
    }),
  ),
  description: nullable(Type.String({ description: 'Your own text about the payout.' })),
  return_url: nullable(
    Type.String({ description: 'An address of yours that is stored with the payout.' }),
  ),
  metadata: nullable(StoredMetadata),
  client_secret: nullable(
    Type.String({
      description:
        'Lets a recipient with a publishable key enter the payout method. Null in lists and for keys without `payouts:write`.',
    }),
  ),
  payout_link: PayoutLink,
  cancellation_reason: nullable(Type.String()),
  unified_code: UnifiedCode,
  unified_message: UnifiedMessage,
  error_code: nullable(Type.String()),
  error_message: nullable(Type.String()),
  connector: nullable(Type.String()),
  connector_transaction_id: nullable(Type.String()),
  attempts: Type.Unsafe<Attempt[] | null>({
    type: ['array', 'null'],
    items: Attempt,
    description: 'Every time it was sent to the rail, oldest first; null until then.',
  }),
  ...reviewFields,
  created: Timestamp,
  modified_at: Timestamp,
  confirmed_at: described(
    NullableTimestamp,
    'When the details were confirmed, in UTC; null until then.',
  ),
  expires_at: described(
    NullableTimestamp,
    'When it expires unless it is sent, in UTC; null once it is sent.',
  ),
})
export type Payout = Static<typeof Payout>

/** `Non_Profit` and `nonprofit` mean the same recipient kind. */
const letters = (name: string) => name.toLowerCase().replaceAll('_', '')

const readType = among(payoutTypes, (name) => name.toLowerCase())

export const payoutFilters = {
  payout_id: oneOrMany('One id, or several separated by commas.'),
  status: oneOrMany('A status, or several.', { read: among(payout.states) }),
  customer_id: oneOrMany('A customer, or several.'),
  currency: currencies,
  payout_type: oneOrMany('A type, or several.', {
    read: readType,
  }),
  payment_method: oneOrMany('The same as `payout_type`.', {
    column: 'payout_type',
    read: readType,
  }),
  entity_type: oneOrMany(
    'A type of recipient, such as `Individual`, or several, in any spelling.',
    {
      read: among(entityTypes.map(letters), letters),
    },
  ),
  profile_id: oneOrMany('A profile, or several.'),
  merchant_order_reference_id: equalTo(
    text(255, { description: 'Exactly this reference of yours.' }),
  ),
}

export const ListPayouts = listQuery(payoutFilters)
export type ListPayouts = Static<typeof ListPayouts>

export const PayoutList = listSchema('PayoutList', Payout)

export const LinkQuery = strict({ locale: Type.Optional(freeText(35)) })
export type LinkQuery = Static<typeof LinkQuery>
