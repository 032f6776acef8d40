import { Type } from 'typebox'
import { page } from '#http/download.ts'
import { answer } from '#http/fields.ts'
import { get, ownMerchant, post, type Route } from '#http/route.ts'
import { ListUndecided, UndecidedOperations } from './schema.ts'
import { listUndecided } from './undecided.ts'
import { receiveAccountCallback, receiveCallback } from './receive.ts'

export const providerCallbackRoutes: Route[] = [
  get('/account/:merchant_id/undecided_operations', {
    tag: 'Payment providers',
    summary: 'List calls whose outcome only a person can find out',
    about:
      'The acquirer offers no way to settle them. The operator asks the acquirer, and records the answer with `florin-server operations resolve`.',
    access: 'payments:read',
    query: ListUndecided,
    answer: UndecidedOperations,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { query }) => listUndecided(context, query)),
  }),
  post('/provider_callbacks/:provider/:merchant_id', {
    tag: 'Payments',
    summary: 'Receive a provider callback',
    about:
      'Internal: acquirers report later outcomes here. The signature of the acquirer is required.',
    access: 'public',
    by: 'provider',
    body: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }),
    example: { event_id: 'bev_1', type: 'operation', operation: {} },
    answer: answer('CallbackReceived', {
      received: Type.Literal(true, { description: 'Always true: the event is recorded.' }),
    }),
    errors: ['AU_01', 'IR_05'],
    run: (context, { params }) => receiveCallback(context, params.provider, params.merchant_id),
  }),
  post('/provider_callbacks/:provider/:merchant_id/:connector_id', {
    tag: 'Payments',
    summary: 'Receive a callback of a provider account',
    about:
      'Internal: the acquirer of the account reports later outcomes here. The signature of the acquirer is required.',
    access: 'public',
    by: 'provider',
    body: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }),
    example: { id: 'evt_1', type: 'payment_intent.succeeded' },
    answer: page('text/plain', 'application/json'),
    errors: ['AU_01', 'IR_05'],
    run: (context, { params }) => receiveAccountCallback(context, params.provider, params),
  }),
]
