import { listRoutes } from '#http/lists.ts'
import { get, ownMerchant, remove, type Route } from '#http/route.ts'
import { deleteSavedMethod } from './delete.ts'
import { getPaymentMethod, listPinnedMethods, listSavedMethods } from './read.ts'
import {
  DeletedPaymentMethod,
  ListPaymentMethods,
  ListPinnedMethods,
  PaymentMethod,
  PaymentMethodList,
  PinnedMethodList,
} from './schema.ts'

const tag = 'Payment methods'
const one = '/payment_methods/:payment_method_id'

const lists = listRoutes({
  url: '/customers/:customer_id/payment_methods',
  tag,
  summary: 'List the saved payment methods of a customer',
  access: 'customers:read',
  query: ListPaymentMethods,
  answer: PaymentMethodList,
  run: (context, query, { customer_id = '' }) => listSavedMethods(context, customer_id, query),
})

export const savedMethodRoutes: Route[] = [
  get('/account/:merchant_id/connectors/:connector_id/pinned_methods', {
    tag: 'Payment providers',
    summary: 'List the saved payment methods that only this provider account can charge',
    about:
      'Newest first. Customers entered them on a page of the acquirer. While the account is disabled they cannot be charged: ask these customers for another method first.',
    access: 'connectors:read',
    query: ListPinnedMethods,
    answer: PinnedMethodList,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { params, query }) =>
      listPinnedMethods(context, params.connector_id, query),
    ),
  }),
  ...lists.map((row) => ({ ...row, errors: ['IR_04', 'IR_05'] as const })),
  get(one, {
    tag,
    summary: 'Retrieve a saved payment method',
    access: 'customers:read',
    answer: PaymentMethod,
    errors: ['IR_05'],
    run: (context, { params }) => getPaymentMethod(context, params.payment_method_id),
  }),
  remove(one, {
    tag,
    summary: 'Delete a saved payment method',
    about:
      'Deletes the stored card too. A charge in flight ends as it would have; no later charge can use the method.',
    access: 'customers:write',
    answer: DeletedPaymentMethod,
    errors: ['IR_05'],
    run: (context, { params }) => deleteSavedMethod(context, params.payment_method_id),
  }),
]
