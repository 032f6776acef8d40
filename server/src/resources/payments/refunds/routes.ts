import { listRoutes } from '#http/lists.ts'
import { get, post, type Route } from '#http/route.ts'
import { createRefund } from './create.ts'
import { getRefund, listRefunds } from './read.ts'
import { resolveRefund } from './resolve.ts'
import {
  CreateRefund,
  ListRefunds,
  Refund,
  RefundList,
  ResolveRefund,
  UpdateRefund,
} from './schema.ts'
import { updateRefund } from './update.ts'

const tag = 'Refunds'
const one = '/refunds/:refund_id'
const common = { tag, access: 'refunds:write', answer: Refund } as const

export const refundRoutes: Route[] = [
  post('/refunds', {
    ...common,
    summary: 'Refund a payment',
    about: 'Refunds `amount`, or everything that is left. Can be repeated while something is left.',
    body: CreateRefund,
    creates: true,
    example: { payment_id: 'order-1001', amount: 500, reason: 'One book came back.' },
    status: 201,
    errors: ['IR_01', 'IR_04', 'IR_05', 'HE_01', 'IR_13', 'IR_14', 'IR_16', 'CE_01', 'CE_02'],
    run: (context, { body }) => createRefund(context, body),
  }),
  ...listRoutes({
    url: '/refunds/list',
    tag,
    summary: 'List refunds',
    access: 'refunds:read',
    query: ListRefunds,
    answer: RefundList,
    run: listRefunds,
  }),
  get(one, {
    ...common,
    summary: 'Retrieve a refund',
    access: 'refunds:read',
    errors: ['IR_05'],
    run: (context, { params }) => getRefund(context, params.refund_id),
  }),
  post(one, {
    ...common,
    summary: 'Update a refund',
    about:
      'Allowed in any status. Omitted fields keep their values, `metadata` is merged key by key.',
    body: UpdateRefund,
    example: { reason: 'Damaged in the post.', metadata: { ticket: '88' } },
    errors: ['IR_04', 'IR_05'],
    run: (context, { params, body }) => updateRefund(context, params.refund_id, body),
  }),
  post('/accounts/:merchant_id/refunds/:refund_id/resolve', {
    ...common,
    summary: 'Resolve a refund in review',
    about:
      'For the operator: requires the key in FLORIN_ADMIN_KEY. Query the refund at the acquirer and record its outcome here.',
    access: 'admin',
    audit: ['status'],
    body: ResolveRefund,
    example: { status: 'succeeded' },
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14'],
    run: (context, { params, body }) =>
      resolveRefund(context, params.merchant_id, params.refund_id, body),
  }),
]
