import { listRoutes } from '#http/lists.ts'
import { get, post, remove, type Route } from '#http/route.ts'
import { createCustomer } from './create.ts'
import { deleteCustomer } from './delete.ts'
import { getCustomer, listCustomers } from './read.ts'
import {
  CreateCustomer,
  Customer,
  CustomerList,
  DeletedCustomer,
  GetCustomer,
  ListCustomers,
  UpdateCustomer,
} from './schema.ts'
import { updateCustomer } from './update.ts'

const tag = 'Customers'

export const customerRoutes: Route[] = [
  post('/customers', {
    tag,
    summary: 'Create a customer',
    access: 'customers:write',
    body: CreateCustomer,
    creates: true,
    example: { email: 'ada@example.com', name: 'Ada King', metadata: { crm_id: '1815' } },
    status: 201,
    answer: Customer,
    errors: ['IR_01', 'IR_04', 'HE_01'],
    run: (context, { body }) => createCustomer(context, body),
  }),
  ...listRoutes({
    url: '/customers/list',
    tag,
    summary: 'List customers',
    access: 'customers:read',
    query: ListCustomers,
    answer: CustomerList,
    run: listCustomers,
  }),
  get('/customers/:customer_id', {
    tag,
    summary: 'Retrieve a customer',
    access: 'customers:read',
    query: GetCustomer,
    answer: Customer,
    errors: ['IR_04', 'IR_05'],
    run: (context, { params, query }) => getCustomer(context, params.customer_id, query),
  }),
  post('/customers/:customer_id', {
    tag,
    summary: 'Update a customer',
    about:
      'Omitted fields keep their values, `null` clears a field, `metadata` is merged key by key.',
    access: 'customers:write',
    body: UpdateCustomer,
    example: { name: 'Ada Lovelace', metadata: { crm_id: null } },
    answer: Customer,
    errors: ['IR_04', 'IR_05'],
    run: (context, input) => updateCustomer(context, input.params.customer_id, input.body),
  }),
  remove('/customers/:customer_id', {
    tag,
    summary: 'Delete a customer',
    about:
      'Erases personal data permanently; the id stays reserved. Not while a subscription bills the customer.',
    access: 'customers:write',
    answer: DeletedCustomer,
    errors: ['IR_05', 'IR_16'],
    run: (context, input) => deleteCustomer(context, input.params.customer_id),
  }),
]
