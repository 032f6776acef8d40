import { ownMerchant, type Route, get, post, remove } from '#http/route.ts'
import { checkConnector } from './check.ts'
import { createConnector } from './create.ts'
import { deleteConnector } from './delete.ts'
import { readHealth } from './health.ts'
import { getConnector, listConnectors } from './read.ts'
import {
  Connector,
  ConnectorHealth,
  ConnectorList,
  CreateConnector,
  DeletedConnector,
  ListConnectors,
  TestedConnector,
  UpdateConnector,
} from './schema.ts'
import { updateConnector } from './update.ts'

const tag = 'Payment providers'
const base = '/account/:merchant_id/connectors'
/** Excludes the credentials, which are secrets: the trail has their fingerprint. */
const audit = [
  'connector_name',
  'connector_label',
  'profile_id',
  'fingerprint',
  'payment_methods_enabled',
  'settings',
  'card_entry',
  'priority',
  'status',
]

export const connectorRoutes: Route[] = [
  post(base, {
    tag,
    summary: 'Connect a provider account',
    about:
      'The acquirer is asked whether it accepts the credentials; no money moves. Only then the account exists.',
    access: 'connectors:write',
    audit,
    body: CreateConnector,
    creates: true,
    example: {
      connector_name: 'bank',
      connector_label: 'Second bank account',
      credentials: { key: 'sandbox-bank-key' },
    },
    status: 201,
    answer: Connector,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_16', 'IR_29', 'HE_01', 'CE_01'],
    run: ownMerchant((context, { body }) => createConnector(context, body)),
  }),
  get(base, {
    tag,
    summary: 'List provider accounts',
    about: 'In the order in which they are tried where no routing rule decides.',
    access: 'connectors:read',
    query: ListConnectors,
    answer: ConnectorList,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { query }) => listConnectors(context, query)),
  }),
  get(`${base}/:connector_id`, {
    tag,
    summary: 'Retrieve a provider account',
    access: 'connectors:read',
    answer: Connector,
    errors: ['IR_05'],
    run: ownMerchant((context, input) => getConnector(context, input.params.connector_id)),
  }),
  post(`${base}/:connector_id`, {
    tag,
    summary: 'Update a provider account',
    about:
      'New credentials are checked with the acquirer before they replace the old ones. Every process uses them within a second; a payment that the acquirer refuses meanwhile because of the old ones is sent again with the new ones.',
    access: 'connectors:write',
    audit,
    body: UpdateConnector,
    example: { priority: 10 },
    answer: Connector,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_16', 'IR_29', 'HE_01', 'CE_01'],
    run: ownMerchant((context, { params, body }) =>
      updateConnector(context, params.connector_id, body),
    ),
  }),
  remove(`${base}/:connector_id`, {
    tag,
    summary: 'Delete a provider account',
    about:
      'The credentials are deleted. Refused while a payment of the account can still be refunded or disputed.',
    access: 'connectors:write',
    audit,
    answer: DeletedConnector,
    errors: ['IR_05', 'IR_16'],
    run: ownMerchant((context, input) => deleteConnector(context, input.params.connector_id)),
  }),
  get(`${base}/:connector_id/health`, {
    tag,
    summary: 'Count the attempts of a provider account in the last hour',
    access: 'connectors:read',
    answer: ConnectorHealth,
    errors: ['IR_05'],
    run: ownMerchant((context, input) => readHealth(context, input.params.connector_id)),
  }),
  post(`${base}/:connector_id/check`, {
    tag,
    summary: 'Test the connection to a provider account',
    about: 'Asks the acquirer whether it accepts the stored credentials, and changes none of them.',
    access: 'connectors:read',
    audit: 'nothing',
    answer: TestedConnector,
    errors: ['IR_05'],
    run: ownMerchant((context, input) => checkConnector(context, input.params.connector_id)),
  }),
]
