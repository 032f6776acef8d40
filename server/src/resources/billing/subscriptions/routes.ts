import { Type } from 'typebox'
import { listRoutes } from '#http/lists.ts'
import { get, post, put, type Route } from '#http/route.ts'
import {
  Invoice,
  InvoiceList,
  ListSubscriptionInvoices,
  ResolveInvoice,
} from '#resources/billing/invoices/schema.ts'
import { exampleMethod } from '#resources/payments/payments/example.ts'
import { Item, ListItems } from '#resources/billing/plans/schema.ts'
import { cancelSubscription, parseCancel } from './cancel.ts'
import { confirmSubscription, parseDetails } from './confirm.ts'
import { createSubscription } from './create.ts'
import { createAndConfirmSubscription, parseWhole } from './create_and_confirm.ts'
import { estimateSubscription } from './estimate.ts'
import { estimateAction, parseAction } from './estimate_action.ts'
import { ActionEstimate, Estimate, EstimateAction, EstimateQuery } from './estimate_schema.ts'
import { getSubscription, listSubscriptions } from './read.ts'
import { listInvoices } from './list_invoices.ts'
import { listOffered } from './list_offered.ts'
import { parsePause, pauseSubscription } from './pause.ts'
import { resolveInvoice } from './resolve_invoice.ts'
import { parseResume, resumeSubscription } from './resume.ts'
import {
  CancelSubscription,
  ConfirmSubscription,
  CreateAndConfirmSubscription,
  CreateSubscription,
  ListSubscriptions,
  PauseSubscription,
  ResumeSubscription,
  Subscription,
  SubscriptionList,
  UpdateSubscription,
} from './schema.ts'
import { updateSubscription } from './update.ts'

const tag = 'Subscriptions'
const one = '/subscriptions/:subscription_id'
const writing = { tag, access: 'subscriptions:write', profile: true, answer: Subscription } as const
const reading = { tag, access: 'subscriptions:read', profile: true } as const

const order = { customer_id: 'cus_ada', item_price_id: 'price_monthly' }
const return_url = 'https://shop.example/account'

export const subscriptionRoutes: Route[] = [
  post('/subscriptions/create', {
    ...writing,
    summary: 'Create a subscription',
    about:
      'The subscription is `created`, with its first invoice and the payment of it. Confirm it with a payment method within 24 hours.',
    body: CreateSubscription,
    creates: true,
    example: { ...order, payment_details: { return_url } },
    status: 201,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29'],
    run: (context, { body }) => createSubscription(context, body),
  }),
  post('/subscriptions', {
    ...writing,
    summary: 'Create and confirm a subscription',
    about:
      'The same as create and confirm. If an error is returned after the subscription was created, it waits for another confirmation.',
    body: CreateAndConfirmSubscription,
    parse: parseWhole,
    creates: true,
    example: { ...order, payment_details: { return_url, ...exampleMethod } },
    status: 201,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29', 'CE_01', 'CE_02'],
    run: (context, { order }) => createAndConfirmSubscription(context, order),
  }),
  ...listRoutes({
    url: '/subscriptions/list',
    tag,
    summary: 'List subscriptions',
    access: 'subscriptions:read',
    profile: true,
    query: ListSubscriptions,
    answer: SubscriptionList,
    run: listSubscriptions,
  }),
  get('/subscriptions/items', {
    ...reading,
    publishable: 'offer',
    summary: 'List what can be subscribed to',
    about: 'The active plans with their prices, newest first, as an array.',
    query: ListItems,
    answer: Type.Array(Item),
    errors: ['IR_04'],
    run: (context, { query }) => listOffered(context, query),
  }),
  get('/subscriptions/estimate', {
    ...reading,
    publishable: 'offer',
    summary: 'Estimate the first invoice',
    about: 'What a subscription would cost, with its coupon; nothing is created.',
    query: EstimateQuery,
    answer: Estimate,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29'],
    run: (context, { query }) => estimateSubscription(context, query),
  }),
  get(one, {
    ...reading,
    summary: 'Retrieve a subscription',
    answer: Subscription,
    errors: ['IR_05'],
    run: (context, { params }) => getSubscription(context, params.subscription_id),
  }),
  post(`${one}/confirm`, {
    ...writing,
    publishable: 'subscription',
    summary: 'Confirm a subscription',
    about:
      'Pays the open invoice with the payment method that is sent, and saves it for renewals. A trial charges nothing: the card is only checked. Of concurrent confirmations one charges. The others get 409 `IR_16` while it is in progress, and then 400 `IR_14` while its payment waits, or 409 `IR_16`.',
    body: ConfirmSubscription,
    parse: parseDetails,
    example: { payment_details: exampleMethod },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16', 'IR_29', 'CE_01', 'CE_02'],
    run: (context, { params, order }) =>
      confirmSubscription(context, params.subscription_id, order),
  }),
  put(`${one}/update`, {
    ...writing,
    summary: 'Change the plan of a subscription',
    about:
      'The rest of the present period is invoiced at once: the new price less what is left of the old one. If that is negative, it becomes credit of the customer. The change takes effect when it is paid; until then `pending_update` shows it. `status` says whether it was paid: `active`, `pending`, `unpaid`, or `failed` if a risk rule blocked it.',
    body: UpdateSubscription,
    example: { plan_id: 'plan_pro', item_price_id: 'price_pro' },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16', 'IR_29'],
    run: (context, { params, body }) => updateSubscription(context, params.subscription_id, body),
  }),
  post(`${one}/pause`, {
    ...writing,
    summary: 'Pause a subscription',
    about: 'Nothing is billed while it is paused, and an open invoice is not collected.',
    body: PauseSubscription,
    parse: parsePause,
    example: { pause_option: 'end_of_term' },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16'],
    run: (context, { params, order }) => pauseSubscription(context, params.subscription_id, order),
  }),
  post(`${one}/resume`, {
    ...writing,
    summary: 'Resume a subscription',
    about: 'If the paid period has passed, a new one begins and is charged at once.',
    body: ResumeSubscription,
    parse: parseResume,
    example: { resume_option: 'immediately' },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16'],
    run: (context, { params, order }) => resumeSubscription(context, params.subscription_id, order),
  }),
  post(`${one}/cancel`, {
    ...writing,
    summary: 'Cancel a subscription',
    about:
      'At once, at the end of the period, or at a date. `credit_option` says what of the paid period becomes credit of the customer.',
    body: CancelSubscription,
    parse: parseCancel,
    example: { cancel_option: 'end_of_term' },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16'],
    run: (context, { params, order }) => cancelSubscription(context, params.subscription_id, order),
  }),
  post(`${one}/estimate`, {
    ...reading,
    summary: 'Estimate a change of a subscription',
    about:
      'What a plan change, a cancellation or a resumption would invoice, credit and charge now; nothing is created. A refusal is that of the action.',
    body: EstimateAction,
    parse: parseAction,
    answer: ActionEstimate,
    example: { cancel: { cancel_option: 'immediately', credit_option: 'prorate' } },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16', 'IR_29'],
    run: (context, { params, order }) => estimateAction(context, params.subscription_id, order),
  }),
  post('/invoices/:invoice_id/resolve', {
    tag,
    access: 'subscriptions:write',
    answer: Invoice,
    summary: 'Resolve an invoice that was paid in part',
    about:
      'For an invoice in `manual_review` because less was received than it asks for: accept the part, or void the invoice and turn the part into credit.',
    body: ResolveInvoice,
    audit: ['status'],
    example: { action: 'accept' },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14'],
    run: (context, { params, body }) => resolveInvoice(context, params.invoice_id, body),
  }),
  ...listRoutes({
    url: `${one}/invoices`,
    tag,
    summary: 'List the invoices of a subscription',
    access: 'subscriptions:read',
    profile: true,
    query: ListSubscriptionInvoices,
    answer: InvoiceList,
    run: (context, query, params) => listInvoices(context, params['subscription_id'] ?? '', query),
  }),
]
