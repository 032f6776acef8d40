import { ownMerchant, type Route, get, post, remove } from '#http/route.ts'
import { createApiKey } from './create.ts'
import { parseApiKey, parseRoll, parseUpdate } from './order.ts'
import { describeCaller, getApiKey, listApiKeys } from './read.ts'
import { revokeApiKey } from './revoke.ts'
import { rollApiKey } from './roll.ts'
import {
  ApiKey,
  ApiKeyList,
  CreateApiKey,
  CurrentKey,
  ListApiKeys,
  NewApiKey,
  RevokedApiKey,
  RollApiKey,
  UpdateApiKey,
} from './schema.ts'
import { updateApiKey } from './update.ts'

const tag = 'API keys'
const base = '/api_keys/:merchant_id'
const audit = [
  'name',
  'type',
  'scopes',
  'expiration',
  'allowed_origins',
  'allowed_ips',
  'profile_ids',
  'amount_limits',
  'organization',
]

export const apiKeyRoutes: Route[] = [
  get('/api_keys/current', {
    tag,
    summary: 'Retrieve the key of the request',
    about:
      'Says whose key this is and what it may do, for programs that are given a key and nothing else. For a signed-in user `key_id` is null, and the scopes are those of the role.',
    access: 'any_key',
    answer: CurrentKey,
    run: async (context) => describeCaller(context),
  }),
  post(base, {
    tag,
    summary: 'Create an API key',
    about:
      'The key is never less limited than its creator: `expiration`, `allowed_ips` and `profile_ids` are inherited from the key of the request unless they are narrower, and a wider one is refused with 403.',
    access: 'api_keys:write',
    audit,
    body: CreateApiKey,
    parse: parseApiKey,
    creates: true,
    example: { name: 'Reporting', scopes: ['payments:read', 'analytics:read'] },
    status: 201,
    answer: NewApiKey,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: ownMerchant((context, { order }) => createApiKey(context, order)),
  }),
  get(`${base}/list`, {
    tag,
    summary: 'List API keys',
    access: 'api_keys:read',
    query: ListApiKeys,
    answer: ApiKeyList,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { query }) => listApiKeys(context, query)),
  }),
  post(`${base}/list`, {
    tag,
    summary: 'Search API keys',
    access: 'api_keys:read',
    body: ListApiKeys,
    example: { limit: 10 },
    answer: ApiKeyList,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { body }) => listApiKeys(context, body)),
  }),
  get(`${base}/:key_id`, {
    tag,
    summary: 'Retrieve an API key',
    access: 'api_keys:read',
    answer: ApiKey,
    errors: ['IR_05'],
    run: ownMerchant((context, input) => getApiKey(context, input.params.key_id)),
  }),
  post(`${base}/:key_id`, {
    tag,
    summary: 'Update an API key',
    about:
      'When the call returns, every process applies the new scopes and expiration. The changed key must be inside the limits of the key of the request.',
    access: 'api_keys:write',
    audit,
    body: UpdateApiKey,
    parse: parseUpdate,
    example: { description: 'Nightly reports' },
    answer: ApiKey,
    errors: ['IR_04', 'IR_05', 'IR_16'],
    run: ownMerchant((context, { params, order }) => updateApiKey(context, params.key_id, order)),
  }),
  post(`${base}/:key_id/roll`, {
    tag,
    summary: 'Roll an API key',
    about:
      'Creates a key with the name, scopes and limits of this one, and lets this one work for `old_key_hours` more, so that you can deploy the new key without downtime. A key can roll itself, except with `old_key_hours` 0.',
    access: 'api_keys:write',
    audit: ['old_key_hours', 'expiration'],
    body: RollApiKey,
    parse: parseRoll,
    creates: true,
    example: { old_key_hours: 24 },
    status: 201,
    answer: NewApiKey,
    errors: ['IR_04', 'IR_05', 'IR_16'],
    run: ownMerchant((context, { params, order }) => rollApiKey(context, params.key_id, order)),
  }),
  remove(`${base}/:key_id`, {
    tag,
    summary: 'Revoke an API key',
    about: 'When the call returns, no process accepts the key any more.',
    access: 'api_keys:write',
    audit,
    answer: RevokedApiKey,
    errors: ['IR_05', 'IR_16'],
    run: ownMerchant((context, input) => revokeApiKey(context, input.params.key_id)),
  }),
]
