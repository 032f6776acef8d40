import { type Route, route } from '#http/route.ts'
import { getInvoice } from './get.ts'
import { getCredit } from './get_credit.ts'
import { CustomerCredit, Invoice } from './schema.ts'

export const invoiceRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/invoices/:invoice_id',
    tag: 'Subscriptions',
    summary: 'Retrieve an invoice',
    access: 'subscriptions:read',
    status: 200,
    answer: Invoice,
    errors: ['IR_05'],
    run: (context, { params }) => getInvoice(context, params.invoice_id),
  }),
  route({
    method: 'GET',
    url: '/customers/:customer_id/credit',
    tag: 'Subscriptions',
    summary: 'Retrieve the credit of a customer',
    about: 'Plan changes and cancellations add to it; invoices use it before the card is charged.',
    access: 'subscriptions:read',
    status: 200,
    answer: CustomerCredit,
    errors: ['IR_05'],
    run: (context, { params }) => getCredit(context, params.customer_id),
  }),
]
