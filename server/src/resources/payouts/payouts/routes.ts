import { listRoutes } from '#http/lists.ts'
import { page } from '#http/download.ts'
import { get, post, put, type Route } from '#http/route.ts'
import { approvePayout } from './approve.ts'
import { cancelPayout } from './cancel.ts'
import { confirmPayout } from './confirm.ts'
import { createPayout } from './create.ts'
import { parseEdit, parsePayout } from './order.ts'
import { fulfillPayout } from './fulfill.ts'
import { getPayout, listPayouts } from './read.ts'
import { showLinkPage } from './link_page.ts'
import { onboardInSandbox, settleInSandbox } from './sandbox.ts'
import {
  ApprovePayout,
  CancelPayout,
  ConfirmPayout,
  CreatePayout,
  FulfillPayout,
  LinkQuery,
  ListPayouts,
  Payout,
  PayoutList,
  SettleInSandbox,
  UpdatePayout,
} from './schema.ts'
import { updatePayout } from './update.ts'

const tag = 'Payouts'
const one = '/payouts/:payout_id'
const common = { tag, access: 'payouts:write', answer: Payout } as const

/** Not the method itself, and nothing about the recipient. */
const audit = [
  'payout_type',
  'payout_method_id',
  'auto_fulfill',
  'amount',
  'currency',
  'priority',
  'entity_type',
  'approvals',
]

const bank = {
  payout_type: 'bank',
  payout_method_data: {
    bank_transfer: {
      payout_method_type: 'sepa',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      account_holder_name: 'Ada King',
    },
  },
}

export const payoutRoutes: Route[] = [
  post('/payouts/create', {
    ...common,
    summary: 'Create a payout',
    about:
      'Sends nothing yet. With `auto_fulfill: true` the payout is sent automatically within seconds; otherwise fulfill it.',
    body: CreatePayout,
    parse: parsePayout,
    creates: true,
    example: { amount: 1000, currency: 'EUR', customer: { name: 'Ada King' }, ...bank },
    status: 201,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29', 'HE_01'],
    run: (context, { order }) => createPayout(context, order),
  }),
  ...listRoutes({
    url: '/payouts/list',
    tag,
    summary: 'List payouts',
    access: 'payouts:read',
    query: ListPayouts,
    answer: PayoutList,
    run: listPayouts,
  }),
  get(one, {
    ...common,
    summary: 'Retrieve a payout',
    access: 'payouts:read',
    errors: ['IR_05'],
    run: (context, { params }) => getPayout(context, params.payout_id),
  }),
  put(one, {
    ...common,
    summary: 'Update a payout',
    about:
      'Allowed until the payout is sent. Omitted fields keep their values; `metadata` is merged key by key.',
    audit,
    body: UpdatePayout,
    parse: parseEdit,
    example: { description: 'Commission for May', metadata: { invoice: '77' } },
    errors: ['IR_04', 'IR_05', 'IR_16'],
    run: (context, { params, order }) => updatePayout(context, params.payout_id, order),
  }),
  post(`${one}/confirm`, {
    ...common,
    summary: 'Confirm a payout',
    about:
      'Confirms the details of the payout, and can set them. A recipient can set them too, with a publishable key and the `client_secret`, while no recipient is set; afterwards this is 409.',
    publishable: 'payout',
    audit,
    body: ConfirmPayout,
    parse: parseEdit,
    example: bank,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29', 'IR_16', 'HE_01'],
    run: (context, { params, order }) => confirmPayout(context, params.payout_id, order),
  }),
  post(`${one}/approve`, {
    ...common,
    summary: 'Approve a payout',
    about:
      'The profile’s `payout_approvals` says how many different users must approve a payout before it is sent. A user who created it or changed its content cannot. A change of its content removes the approvals; approving twice changes nothing.',
    users_only: true,
    audit: ['approvals'],
    body: ApprovePayout,
    example: {},
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16'],
    run: (context, { params }) => approvePayout(context, params.payout_id),
  }),
  post(`${one}/fulfill`, {
    ...common,
    summary: 'Fulfill a payout',
    about:
      'Sends the money. Refused with 422 while approvals are missing; `details.approvals_missing` says how many.',
    body: FulfillPayout,
    example: {},
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29', 'IR_13', 'IR_14', 'IR_16', 'CE_01', 'CE_02'],
    run: (context, { params }) => fulfillPayout(context, params.payout_id),
  }),
  post(`${one}/cancel`, {
    ...common,
    summary: 'Cancel a payout',
    body: CancelPayout,
    example: { cancellation_reason: 'Paid in cash.' },
    errors: ['IR_04', 'IR_05', 'IR_16'],
    run: (context, { params, body }) => cancelPayout(context, params.payout_id, body),
  }),
  get('/payout_link/:merchant_id/:payout_id', {
    tag,
    summary: 'Open the page of a payout link',
    about:
      'The page on which a recipient enters where the money goes. An unknown link has a page too, with status 404.',
    access: 'public',
    by: 'shopper',
    limit: 'page',
    query: LinkQuery,
    answer: page('text/html'),
    errors: ['IR_05'],
    run: (context, { params, query }) => showLinkPage(context, params, query),
  }),
  post('/sandbox/payouts/:payout_id/settle', {
    ...common,
    summary: 'Settle a payout',
    about: 'Sandbox only. Simulates the rail, or the bank that returns the money.',
    body: SettleInSandbox,
    example: { outcome: 'approved' },
    errors: ['IR_02', 'IR_04', 'IR_05', 'IR_14'],
    run: (context, { params, body }) => settleInSandbox(context, params.payout_id, body),
  }),
  post('/sandbox/payouts/:payout_id/onboard', {
    ...common,
    summary: 'Onboard the recipient of a payout',
    about:
      'Sandbox only. Simulates a recipient who opens the account that the payout is waiting for.',
    errors: ['IR_02', 'IR_05', 'IR_14'],
    run: (context, { params }) => onboardInSandbox(context, params.payout_id),
  }),
]
