import { ownMerchant, type Route, get, post } from '#http/route.ts'
import { getRouting } from './read.ts'
import { RoutingAnswer, SimulatedRouting, SimulateRouting, UpdateRouting } from './schema.ts'
import { simulateRouting } from './simulate.ts'
import { updateRouting } from './update.ts'

const tag = 'Payment providers'
const base = '/account/:merchant_id/business_profile/:profile_id/routing'

export const routingRoutes: Route[] = [
  get(base, {
    tag,
    summary: 'Retrieve the routing rules of a profile',
    access: 'workflows:read',
    answer: RoutingAnswer,
    errors: ['IR_05'],
    run: ownMerchant((context, { params }) => getRouting(context, params.profile_id)),
  }),
  post(base, {
    tag,
    summary: 'Change the routing rules of a profile',
    about:
      'Rules decide which provider account gets a payment. They apply to new attempts within a second; an attempt that has begun stays with its account.',
    access: 'workflows:write',
    audit: ['rules', 'default', 'max_fallbacks'],
    body: UpdateRouting,
    example: { max_fallbacks: 1 },
    answer: RoutingAnswer,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { params, body }) =>
      updateRouting(context, params.profile_id, body),
    ),
  }),
  post(`${base}/simulate`, {
    tag,
    summary: 'Simulate the routing of a payment',
    about:
      'Decides as a payment would be decided, and says which rule matched, which did not and why. Nothing is stored and no acquirer is called.',
    access: 'workflows:read',
    audit: 'nothing',
    body: SimulateRouting,
    example: { payment_method_type: 'credit', currency: 'EUR', amount: 1000 },
    answer: SimulatedRouting,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { params, body }) =>
      simulateRouting(context, params.profile_id, body),
    ),
  }),
]
