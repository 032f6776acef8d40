// API schemas for routing rules.
import { type Static, Type } from 'typebox'
import {
  answer,
  Country,
  described,
  listedId,
  named,
  nullable,
  NullableTimestamp,
  strict,
  text,
} from '#http/fields.ts'
import { Amount, Currency } from '#http/money_fields.ts'
import { methodNames, methodTypeNames } from '#core/method_types.ts'
import { METHOD_TYPE } from '#resources/methods/payment_methods/types.ts'
import { brandNames } from '#resources/methods/payment_methods/parse.ts'

const MAX_RULES = 200

const MethodType = named<string>(methodTypeNames, METHOD_TYPE)
const Network = named<string>(brandNames, 'a card network, such as visa')

function some<T extends ReturnType<typeof named>>(each: T, description: string) {
  return Type.Optional(
    Type.Array(each, { minItems: 1, maxItems: 100, uniqueItems: true, description }),
  )
}

const When = strict(
  {
    payment_method: some(named<string>(methodNames, 'a payment method'), 'One of these methods.'),
    payment_method_type: some(MethodType, 'One of these types.'),
    currency: some(Currency, 'One of these currencies.'),
    amount: Type.Optional(
      strict(
        {
          min: Type.Optional(described(Amount, 'At least this amount, in the lowest unit.')),
          max: Type.Optional(described(Amount, 'At most this amount, in the lowest unit.')),
        },
        { minProperties: 1, description: 'The amount, bounds included.' },
      ),
    ),
    card_network: some(Network, 'One of these card networks, by the card number.'),
    card_country: some(
      Country,
      'The country of the card, where it is known: a payment whose card country is unknown does not match.',
    ),
    billing_country: some(Country, 'The country of the billing address.'),
    metadata: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string', maxLength: 255 },
        minProperties: 1,
        maxProperties: 10,
        description: 'Pairs that the metadata of the payment must have.',
      }),
    ),
  },
  { description: 'All of these must hold. An empty object matches every payment.' },
)

const Use = strict({
  connector_id: text(64, { description: 'An account of the merchant.' }),
  weight: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1000,
      default: 1,
      description:
        'The share of payments that it gets first. With 0 it is tried last. The others follow as fallbacks.',
    }),
  ),
})

const RuleBody = strict({
  name: Type.Optional(text(64, { description: 'A name for your team.' })),
  when: When,
  use: Type.Array(Use, { minItems: 1, maxItems: 20, description: 'The accounts to try.' }),
})

const Rules = Type.Array(RuleBody, {
  maxItems: MAX_RULES,
  description: 'In order: the first rule that a payment matches decides.',
})
const Fallback = Type.Array(Use, {
  maxItems: 20,
  description:
    'For payments that match no rule. Empty: every account that can take the payment, by `priority`.',
})
const MaxFallbacks = Type.Integer({
  minimum: 0,
  maximum: 5,
  description:
    'How many further accounts are tried within one request, after an account that certainly charged nothing. 0: none.',
})

export const RoutingAnswer = answer('Routing', {
  profile_id: Type.String(),
  rules: Rules,
  default: Fallback,
  max_fallbacks: MaxFallbacks,
  modified_at: described(NullableTimestamp, 'When it was last changed, in UTC; null if never.'),
})
export type RoutingAnswer = Static<typeof RoutingAnswer>

export const UpdateRouting = strict({
  rules: Type.Optional(Rules),
  default: Type.Optional(Fallback),
  max_fallbacks: Type.Optional(MaxFallbacks),
})
export type UpdateRouting = Static<typeof UpdateRouting>

export const SimulateRouting = strict({
  payment_id: Type.Optional(
    listedId('Weights follow the id of the payment: the same id gets the same accounts.'),
  ),
  payment_method_type: MethodType,
  currency: Currency,
  amount: Amount,
  capture_method: Type.Optional(
    named<'automatic' | 'manual' | 'manual_multiple'>(
      ['automatic', 'manual', 'manual_multiple'],
      'automatic, manual or manual_multiple',
      { description: 'When the money is captured; `automatic` by default.' },
    ),
  ),
  card_network: Type.Optional(Network),
  card_country: Type.Optional(Country),
  billing_country: Type.Optional(Country),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 255 },
      maxProperties: 50,
      description: 'The metadata of the payment, for rules that ask for it.',
    }),
  ),
  rules: Type.Optional(described(Rules, 'Rules to try out instead of the stored ones.')),
  default: Type.Optional(described(Fallback, 'A default to try out instead of the stored one.')),
})
export type SimulateRouting = Static<typeof SimulateRouting>

const Trace = Type.Object({
  rule: Type.Integer({ description: 'The position of the rule, from 0.' }),
  name: nullable(Type.String({ description: 'The name of the rule; null without one.' })),
  matched: Type.Boolean({ description: 'Whether the payment meets every condition.' }),
  reason: nullable(
    Type.String({ description: 'The first condition that is not met; null if it matched.' }),
  ),
})

const Candidate = Type.Object({
  connector_id: Type.String(),
  connector_label: Type.String({ description: 'The label of the account.' }),
  place: nullable(
    Type.Integer({
      description: 'The position among the accounts to try, from 1; null if it is not tried.',
    }),
  ),
  reason: nullable(Type.String({ description: 'Why it is not tried; null if it is.' })),
})

export const SimulatedRouting = answer('SimulatedRouting', {
  matched_rule: nullable(
    Type.Integer({
      description: 'The position of the rule that decides, from 0; null: the default.',
    }),
  ),
  rules: Type.Array(Trace, { description: 'Every rule up to the one that matched.' }),
  accounts: Type.Array(Candidate, { description: 'Every account of the merchant.' }),
})
export type SimulatedRouting = Static<typeof SimulatedRouting>
