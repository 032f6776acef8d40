import { page } from '#http/download.ts'
import { get, post, type Route } from '#http/route.ts'
import { PagePayment, PagePaymentStatus } from '#resources/payments/payment_links/page_schema.ts'
import { exampleMethod } from '#resources/payments/payments/example.ts'
import { getInvoiceStatus, showInvoice } from './page.ts'
import { InvoiceQuery, PageInvoiceStatus, PayInvoicePage } from './page_schema.ts'
import { getInvoiceAttempt, getInvoicePayment } from './payment.ts'
import { parseWithMethod } from '#resources/methods/payment_methods/parse.ts'
import { payOnPage } from './pay.ts'
import { getCreditNotePdf, getInvoicePdf } from './pdf.ts'

const one = '/invoice/:merchant_id/:invoice_id/:secret'
/** The page is on this server's own origin: no key, and a limit per address. */
const byBrowser = {
  tag: 'Page of an invoice',
  access: 'public',
  by: 'shopper',
  limit: 'page',
} as const

export const invoicePageRoutes: Route[] = [
  get(one, {
    ...byBrowser,
    summary: 'Open the page of an invoice',
    about:
      'The `hosted_invoice_url` of an invoice: the customer sees it there, and pays it while it is open. An unknown invoice has a page too, with status 404.',
    query: InvoiceQuery,
    answer: page('text/html'),
    errors: ['IR_05'],
    run: (context, { params, query }) => showInvoice(context, params, query),
  }),
  get(`${one}/pdf`, {
    ...byBrowser,
    summary: 'Download an invoice as PDF',
    about:
      'The `invoice_pdf` of an invoice. It is in the language of the browser, or in `lang`. The same invoice gives the same bytes.',
    query: InvoiceQuery,
    answer: page('application/pdf', 'text/html'),
    errors: ['IR_05'],
    run: (context, { params, query }) => getInvoicePdf(context, params, query),
  }),
  get(`${one}/credit_notes/:credit_note_id/pdf`, {
    ...byBrowser,
    summary: 'Download a credit note as PDF',
    about:
      'The `credit_note_pdf` of a credit note, in the language of the browser or in `lang`. One that is void says so.',
    query: InvoiceQuery,
    answer: page('application/pdf', 'text/html'),
    errors: ['IR_05'],
    run: (context, { params, query }) => getCreditNotePdf(context, params, query),
  }),
  post(`${one}/payments`, {
    ...byBrowser,
    summary: 'Pay an invoice',
    about:
      'Internal: the page makes one payment with a card. 409 with `HE_00`: another payment of the invoice is in progress; `IR_16`: the invoice cannot be paid any more.',
    body: PayInvoicePage,
    parse: parseWithMethod<PayInvoicePage>,
    creates: true,
    example: { attempt_id: 'attempt-0001-random', ...exampleMethod },
    answer: PagePayment,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_16', 'IR_29', 'CE_01', 'CE_02'],
    run: (context, { params, order }) => payOnPage(context, params, order),
  }),
  get(`${one}/payments/:payment_id`, {
    ...byBrowser,
    summary: 'Retrieve a payment of the page of an invoice',
    about: 'Internal: for the browser that made it, with its `client_secret` in `X-Client-Secret`.',
    answer: PagePaymentStatus,
    errors: ['IR_05'],
    run: (context, { params }) => getInvoicePayment(context, params),
  }),
  get(`${one}/attempts/:attempt_id`, {
    ...byBrowser,
    summary: 'Find the payment of an attempt to pay an invoice',
    about: 'Internal: for a browser that lost the answer to its payment, or was reloaded.',
    answer: PagePayment,
    errors: ['IR_05'],
    run: (context, { params }) => getInvoiceAttempt(context, params),
  }),
  get(`${one}/status`, {
    ...byBrowser,
    summary: 'Retrieve the status of the page of an invoice',
    about: 'Internal: whether the invoice can still be paid.',
    answer: PageInvoiceStatus,
    errors: ['IR_05'],
    run: (context, { params }) => getInvoiceStatus(context, params),
  }),
]
