import { page } from '#http/download.ts'
import { listRoutes } from '#http/lists.ts'
import { get, post, type Route } from '#http/route.ts'
import { exampleMethod } from '#resources/payments/payments/example.ts'
import { getAsset } from './asset.ts'
import { getAttempt } from './attempt.ts'
import { createPaymentLink } from './create.ts'
import { parseWithMethod } from '#resources/methods/payment_methods/parse.ts'
import { parseLink } from './order.ts'
import { deactivatePaymentLink } from './deactivate.ts'
import { getPaymentLink, listPaymentLinks } from './read.ts'
import { getPageStatus, showPage } from './page.ts'
import { parseDraft, previewPaymentLink } from './preview.ts'
import { getPagePayment } from './page_payment.ts'
import {
  PageLinkStatus,
  PagePayment,
  PagePaymentStatus,
  PageQuery,
  PaymentLinkPreview,
  PayLink,
} from './page_schema.ts'
import { payLink } from './pay.ts'
import { CreatePaymentLink, ListPaymentLinks, PaymentLink, PaymentLinkList } from './schema.ts'

const tag = 'Payment links'
const one = '/payment_link/:payment_link_id'
const common = { tag, access: 'payment_links:write', answer: PaymentLink } as const

const hosted = '/pay/:payment_link_id'
const pageTag = 'Hosted page'
/** The page is on this server's own origin: no key, and a limit per address. */
const byBrowser = { tag: pageTag, access: 'public', by: 'shopper', limit: 'page' } as const

export const paymentLinkRoutes: Route[] = [
  post('/payment_link', {
    ...common,
    summary: 'Create a payment link',
    about: 'Send its `url` to a shopper, who pays on a page of this server.',
    body: CreatePaymentLink,
    parse: parseLink,
    creates: true,
    example: { amount: 2500, currency: 'EUR', description: 'Two theatre tickets' },
    status: 201,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29'],
    run: (context, { order }) => createPaymentLink(context, order),
  }),
  post('/payment_link/preview', {
    ...common,
    summary: 'Preview the page of a payment link',
    about:
      'Internal: what the page would show for these settings, which may be incomplete. The dashboard passes it to a frame with `/pay/new?preview`. Nothing is created.',
    body: CreatePaymentLink,
    parse: parseDraft,
    creates: true,
    access: 'payment_links:read',
    example: { amount: 2500, currency: 'EUR', description: 'Two theatre tickets' },
    answer: PaymentLinkPreview,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: (context, { order }) => previewPaymentLink(context, order),
  }),
  ...listRoutes({
    url: '/payment_link/list',
    tag,
    summary: 'List payment links',
    access: 'payment_links:read',
    query: ListPaymentLinks,
    answer: PaymentLinkList,
    run: listPaymentLinks,
  }),
  get(one, {
    ...common,
    summary: 'Retrieve a payment link',
    access: 'payment_links:read',
    errors: ['IR_05'],
    run: (context, { params }) => getPaymentLink(context, params.payment_link_id),
  }),
  post(`${one}/deactivate`, {
    ...common,
    summary: 'Deactivate a payment link',
    about: 'From now on nobody can pay it. A payment that is in progress continues.',
    errors: ['IR_05', 'IR_16'],
    run: (context, { params }) => deactivatePaymentLink(context, params.payment_link_id),
  }),
  get(hosted, {
    ...byBrowser,
    summary: 'Open the page of a payment link',
    about: 'The page on which a shopper pays. An unknown link has a page too, with status 404.',
    query: PageQuery,
    answer: page('text/html'),
    errors: ['IR_05'],
    run: (context, { params, query }) => showPage(context, params.payment_link_id, query),
  }),
  post(`${hosted}/payments`, {
    ...byBrowser,
    summary: 'Pay a payment link',
    about:
      'Internal: the page creates and confirms one payment. 409 with `HE_00`: another payment of the link is in progress; `IR_16`: the link has ended.',
    body: PayLink,
    parse: parseWithMethod<PayLink>,
    creates: true,
    example: { attempt_id: 'attempt-0001-random', ...exampleMethod },
    answer: PagePayment,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_16', 'IR_29', 'CE_01', 'CE_02'],
    run: (context, { params, order }) => payLink(context, params.payment_link_id, order),
  }),
  get(`${hosted}/payments/:payment_id`, {
    ...byBrowser,
    summary: 'Retrieve a payment of the page',
    about: 'Internal: for the browser that made it, with its `client_secret` in `X-Client-Secret`.',
    answer: PagePaymentStatus,
    errors: ['IR_05'],
    run: (context, { params }) => getPagePayment(context, params),
  }),
  get(`${hosted}/attempts/:attempt_id`, {
    ...byBrowser,
    summary: 'Find the payment of an attempt',
    about: 'Internal: for a browser that lost the answer to its payment, or was reloaded.',
    answer: PagePayment,
    errors: ['IR_05'],
    run: (context, { params }) => getAttempt(context, params),
  }),
  get(`${hosted}/status`, {
    ...byBrowser,
    summary: 'Retrieve the status of the page',
    about: 'Internal: whether the link can still be paid.',
    answer: PageLinkStatus,
    errors: ['IR_05'],
    run: (context, { params }) => getPageStatus(context, params.payment_link_id),
  }),
  get('/pay/assets/:asset', {
    ...byBrowser,
    summary: 'Retrieve a file of the page',
    about: 'Internal: a script or style sheet. Its name has a hash of its bytes.',
    limit: 'page files',
    answer: page('text/javascript', 'text/css', 'application/json'),
    errors: ['IR_05'],
    run: (context, { params }) => getAsset(context, params.asset),
  }),
]
