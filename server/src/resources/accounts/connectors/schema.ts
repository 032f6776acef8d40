// API schemas for provider accounts. Credentials are write-only.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  keyIn,
  named,
  nullable,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { arrayPaging } from '#http/lists.ts'
import { METHOD_TYPE } from '#resources/methods/payment_methods/types.ts'
import { methodTypeNames } from '#core/method_types.ts'
import { providerTypes } from '#core/providers/types.ts'

const ConnectorName = named<string>(Object.keys(providerTypes), 'a provider', {
  description: 'The acquirer. The reference page of providers has what each one can do.',
})

const CardEntry = Type.Unsafe<'raw' | 'provider_page'>(
  keyIn(
    {
      raw: 'Card numbers are sent to the acquirer. The acquirer must have allowed it for this account.',
      provider_page: 'Customers enter their card on a page of the acquirer.',
    },
    'How card numbers reach the acquirer.',
  ),
)

const Status = Type.Unsafe<'active' | 'disabled'>(
  keyIn(
    {
      active: 'It takes payments.',
      disabled:
        'It takes no new payments. Captures, cancellations, refunds and disputes of its payments still work.',
    },
    'Whether the account takes payments.',
  ),
)

const LABEL = 'A name by which your team recognizes the account, unique among your accounts.'
const METHODS =
  'The payment method types that this account takes. Empty: every type that the acquirer offers.'
const PRIORITY =
  'Without a routing rule the account with the lowest number that can take a payment gets it.'
const PROFILE = 'The only profile that uses the account; null: all profiles.'
const SETTINGS =
  'Abilities that the acquirer has switched on for this account, such as `multicapture`; the reference page of providers has the names.'

const Label = text(64, { description: LABEL })
const Methods = Type.Array(named<string>(methodTypeNames, METHOD_TYPE), {
  maxItems: 100,
  uniqueItems: true,
  description: METHODS,
})
const Priority = Type.Integer({ minimum: 0, maximum: 1000, description: PRIORITY })
const Settings = Type.Unsafe<Record<string, boolean>>({
  type: 'object',
  additionalProperties: { type: 'boolean' },
  maxProperties: 20,
  description: SETTINGS,
})
const Credentials = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 4096 },
  minProperties: 1,
  maxProperties: 10,
  description:
    'The credentials of the account, by the names on the reference page of providers. They are stored encrypted and never returned.',
})
const WebhookSecret = text(512, {
  description:
    'The secret with which the acquirer signs its webhooks. After a change the previous one is accepted for another day.',
})

export const Connector = answer('Connector', {
  connector_id: Type.String(),
  merchant_id: Type.String(),
  connector_name: Type.String({ description: 'The acquirer, such as `stripe`.' }),
  connector_label: Type.String({ description: LABEL }),
  profile_id: nullable(Type.String({ description: PROFILE })),
  credentials: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The credentials that are no secrets, such as the name of the account.',
  }),
  fingerprint: Type.String({
    description: 'Changes with the credentials and says nothing about them.',
  }),
  has_webhook_secret: Type.Boolean({
    description: 'Whether webhooks of the acquirer can be accepted.',
  }),
  webhook_url: nullable(
    Type.String({
      description:
        'Register this URL with the acquirer; null if this deployment has no public URL.',
    }),
  ),
  payment_methods_enabled: Type.Array(Type.String(), { description: METHODS }),
  settings: Settings,
  card_entry: CardEntry,
  priority: Type.Integer({ description: PRIORITY }),
  status: Status,
  test_mode: Type.Boolean({
    description: 'Whether it is a test account: always true in the sandbox, false in production.',
  }),
  verified_at: described(Timestamp, 'When the acquirer last accepted the credentials, in UTC.'),
  created: Timestamp,
  modified_at: Timestamp,
})
export type Connector = Static<typeof Connector>

export const ConnectorList = Type.Array(Connector)

export const ListConnectors = strict(arrayPaging)
export type ListConnectors = Static<typeof ListConnectors>

const editable = {
  connector_label: Type.Optional(Label),
  profile_id: Type.Optional(nullable(text(64, { description: PROFILE }))),
  webhook_secret: Type.Optional(WebhookSecret),
  payment_methods_enabled: Type.Optional(Methods),
  settings: Type.Optional(Settings),
  card_entry: Type.Optional(CardEntry),
  priority: Type.Optional(Priority),
  status: Type.Optional(Status),
}

export const CreateConnector = strict({
  connector_name: ConnectorName,
  credentials: Credentials,
  test_mode: Type.Optional(
    Type.Boolean({ description: 'Must be true in the sandbox and false in production.' }),
  ),
  ...editable,
})
export type CreateConnector = Static<typeof CreateConnector>

export const UpdateConnector = strict({ credentials: Type.Optional(Credentials), ...editable })
export type UpdateConnector = Static<typeof UpdateConnector>

export const DeletedConnector = answer('DeletedConnector', {
  connector_id: Type.String(),
  deleted: Type.Literal(true, { description: 'Always true: its credentials are deleted.' }),
})
export type DeletedConnector = Static<typeof DeletedConnector>

export const ConnectorHealth = answer('ConnectorHealth', {
  connector_id: Type.String(),
  since: described(
    Timestamp,
    'The start of what is counted, in UTC: an hour ago, or later for a merchant with more than 10,000 calls since then.',
  ),
  attempts: Type.Integer({
    description: 'Calls to authorize a payment since then.',
  }),
  approved: Type.Integer({ description: 'Calls that were approved.' }),
  declined: Type.Integer({ description: 'Calls that were declined.' }),
  unsent: Type.Integer({
    description:
      'Calls that certainly charged nothing: the acquirer could not be reached, or the call was revoked.',
  }),
  open: Type.Integer({ description: 'Calls without an outcome yet.' }),
  success_rate: nullable(
    Type.Number({
      description: 'Approved calls among those with an outcome, from 0 to 1; null without any.',
    }),
  ),
  series: Type.Array(
    Type.Object({
      from: described(Timestamp, 'The start of five minutes, in UTC.'),
      attempts: Type.Integer({ description: 'Calls in these minutes.' }),
      approved: Type.Integer({ description: 'Calls that were approved.' }),
    }),
    { description: 'Parts of five minutes since then, oldest first.' },
  ),
})
export type ConnectorHealth = Static<typeof ConnectorHealth>

export const TestedConnector = answer('TestedConnector', {
  connector_id: Type.String(),
  result: described(
    choice('valid', 'invalid', 'unreachable'),
    'Whether the acquirer accepts the credentials; `unreachable` if it did not answer.',
  ),
  message: nullable(
    Type.String({ description: 'What the acquirer said; null if it accepts them.' }),
  ),
  tested_at: described(Timestamp, 'When the acquirer was asked, in UTC.'),
})
export type TestedConnector = Static<typeof TestedConnector>
