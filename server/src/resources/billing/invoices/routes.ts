import { listRoutes } from '#http/lists.ts'
import { get, post, type Route } from '#http/route.ts'
import { correctCredit } from './correct_credit.ts'
import { getCredit } from './get_credit.ts'
import { getInvoice, listInvoices } from './read.ts'
import { CorrectCredit, CustomerCredit, Invoice, InvoiceList, ListInvoices } from './schema.ts'

export const invoiceRoutes: Route[] = [
  ...listRoutes({
    url: '/invoices/list',
    tag: 'Subscriptions',
    summary: 'List invoices',
    access: 'subscriptions:read',
    query: ListInvoices,
    answer: InvoiceList,
    run: listInvoices,
  }),
  get('/invoices/:invoice_id', {
    tag: 'Subscriptions',
    summary: 'Retrieve an invoice',
    access: 'subscriptions:read',
    answer: Invoice,
    errors: ['IR_05'],
    run: (context, { params }) => getInvoice(context, params.invoice_id),
  }),
  get('/customers/:customer_id/credit', {
    tag: 'Subscriptions',
    summary: 'Retrieve the credit of a customer',
    about: 'Plan changes and cancellations add to it; invoices use it before the card is charged.',
    access: 'subscriptions:read',
    answer: CustomerCredit,
    errors: ['IR_05'],
    run: (context, { params }) => getCredit(context, params.customer_id),
  }),
  post('/customers/:customer_id/credit', {
    tag: 'Subscriptions',
    summary: 'Correct the credit of a customer',
    about:
      'Adds credit, or takes it away with a negative amount. The next invoices use it; it is never paid out.',
    access: 'subscriptions:write',
    body: CorrectCredit,
    audit: ['amount', 'currency', 'note'],
    example: { currency: 'EUR', amount: 500, reason: 'Goodwill for a late delivery' },
    answer: CustomerCredit,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_13'],
    run: (context, { params, body }) => correctCredit(context, params.customer_id, body),
  }),
]
