import { Type } from 'typebox'
import { answer } from '#http/fields.ts'
import { post, type Route } from '#http/route.ts'
import { receiveCallback } from './receive.ts'

export const providerCallbackRoutes: Route[] = [
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
]
