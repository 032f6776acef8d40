import { Type } from 'typebox'
import { text } from '#http/fields.ts'
import { listRoutes } from '#http/lists.ts'
import { get, post, type Route } from '#http/route.ts'
import { approvePayment, rejectPayment } from './review.ts'
import { cancelPayment } from './cancel.ts'
import { capturePayment } from './capture.ts'
import { confirmPayment } from './confirm.ts'
import { createPayment } from './place.ts'
import { exampleMethod, examplePayment } from './example.ts'
import { getPayment, listPayments } from './read.ts'
import { returnBrowser } from './sync.ts'
import {
  ApprovePayment,
  CancelPayment,
  CapturePayment,
  ConfirmPayment,
  CreatePayment,
  GetPayment,
  Payment,
  SettleInSandbox,
  UpdatePayment,
} from './schema.ts'
import { parseConfirmation, parsePayment, parseUpdate } from './order.ts'
import { ListPayments, PaymentList } from './filters.ts'
import { settleInSandbox } from './settle_in_sandbox.ts'
import { updatePayment } from './update.ts'

const tag = 'Payments'
const one = '/payments/:payment_id'
const common = { tag, access: 'payments:write', answer: Payment } as const

export const paymentRoutes: Route[] = [
  post('/payments', {
    ...common,
    summary: 'Create a payment',
    about: 'With `confirm: true` the payment is charged immediately; otherwise confirm it later.',
    body: CreatePayment,
    parse: parsePayment,
    creates: true,
    example: examplePayment,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29', 'HE_01', 'CE_01', 'CE_02'],
    run: (context, { order }) => createPayment(context, order),
  }),
  ...listRoutes({
    url: '/payments/list',
    tag,
    summary: 'List payments',
    access: 'payments:read',
    query: ListPayments,
    answer: PaymentList,
    run: listPayments,
  }),
  get(one, {
    ...common,
    summary: 'Retrieve a payment',
    access: 'payments:read',
    publishable: 'payment',
    query: GetPayment,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: (context, { params, query }) => getPayment(context, params.payment_id, query),
  }),
  post(one, {
    ...common,
    summary: 'Update a payment',
    publishable: 'payment',
    body: UpdatePayment,
    parse: parseUpdate,
    example: { description: 'Two books', metadata: { order_id: '77' } },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16', 'CE_01', 'CE_02'],
    run: (context, { params, order }) => updatePayment(context, params.payment_id, order),
  }),
  post(`${one}/confirm`, {
    ...common,
    summary: 'Confirm a payment',
    about:
      'Of concurrent confirmations one charges. The others get 409 `IR_16` while it is in progress, and then 400 `IR_14`, or 409 `IR_16` if the payment is in a final state.',
    publishable: 'payment',
    body: ConfirmPayment,
    parse: parseConfirmation,
    example: exampleMethod,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16', 'CE_01', 'CE_02'],
    run: (context, { params, order }) => confirmPayment(context, params.payment_id, order),
  }),
  post(`${one}/capture`, {
    ...common,
    summary: 'Capture an authorized payment',
    body: CapturePayment,
    example: { amount_to_capture: 1000 },
    errors: [
      'IR_04',
      'IR_05',
      'IR_13',
      'IR_14',
      'IR_16',
      'PE_01',
      'PE_02',
      'PE_03',
      'CE_01',
      'CE_02',
    ],
    run: (context, input) => capturePayment(context, input.params.payment_id, input.body),
  }),
  post(`${one}/cancel`, {
    ...common,
    summary: 'Cancel a payment',
    body: CancelPayment,
    example: { cancellation_reason: 'The customer changed their mind.' },
    errors: ['IR_04', 'IR_05', 'IR_14', 'IR_16', 'PE_01', 'CE_01', 'CE_02'],
    run: (context, input) => cancelPayment(context, input.params.payment_id, input.body),
  }),
  post(`${one}/approve`, {
    ...common,
    summary: 'Approve a payment held for review',
    body: ApprovePayment,
    example: { reason: 'Known customer', reviewer: 'Nadia' },
    errors: ['IR_04', 'IR_05', 'IR_14', 'PE_01', 'PE_02', 'PE_03', 'CE_01', 'CE_02'],
    run: (context, input) => approvePayment(context, input.params.payment_id, input.body),
  }),
  post(`${one}/reject`, {
    ...common,
    summary: 'Reject a payment held for review',
    errors: ['IR_05', 'IR_14', 'PE_01', 'CE_01', 'CE_02'],
    run: (context, input) => rejectPayment(context, input.params.payment_id),
  }),
  post('/sandbox/payments/:payment_id/settle', {
    ...common,
    summary: 'Settle a waiting payment',
    about:
      'Sandbox only. Simulates a customer who pays by bank transfer or another delayed method.',
    body: SettleInSandbox,
    example: { outcome: 'approved' },
    errors: ['IR_02', 'IR_04', 'IR_05', 'IR_14'],
    run: (context, input) => settleInSandbox(context, input.params.payment_id, input.body),
  }),
  get('/payments/return/:merchant_id/:payment_id', {
    tag,
    summary: 'Return from the issuer',
    about:
      'Internal: the browser of the customer lands here after a redirect. Queries the outcome and redirects to the `return_url` of the payment. Without one, a browser gets a page and a program JSON.',
    access: 'public',
    by: 'shopper',
    query: Type.Object(
      {
        operation_id: Type.Optional(
          text(64, { description: 'The call to the acquirer that the browser returns from.' }),
        ),
      },
      {
        additionalProperties: { type: 'string', maxLength: 16_384 },
        maxProperties: 20,
        description: 'The page of the acquirer adds its own parameters.',
      },
    ),
    redirects: true,
    answer: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }),
    errors: ['IR_05'],
    run: (context, { params, query }) => {
      const { operation_id, ...parameters } = query
      return returnBrowser(context, { ...params, operation_id, parameters })
    },
  }),
]
