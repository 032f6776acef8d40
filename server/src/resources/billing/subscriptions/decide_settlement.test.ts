import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'
import type { SubscriptionRow } from './store.ts'
import { NOT_SENT, type Verdict, decideSettlement } from './decide_settlement.ts'

interface Case {
  readonly payment?: Partial<PaymentRow>
  readonly invoice?: Partial<InvoiceRow>
  readonly subscription?: Partial<SubscriptionRow>
}

/** By default a renewal for 1000 that an active subscription waits for, charged without the customer. */
function verdict({ payment, invoice, subscription }: Case): Verdict {
  return decideSettlement({
    payment: { status: 'succeeded', amount_received: 1000, off_session: true, ...payment },
    invoice: { invoice_id: 'inv_1', amount: 1000, reason: 'renewal', ...invoice },
    subscription: { status: 'active', open_invoice_id: 'inv_1', ...subscription },
  } as Parameters<typeof decideSettlement>[0])
}

const failed = { status: 'failed', amount_received: 0, unified_code: 'UE_1007' } as const
const part = { amount_received: 1 }
const left = { open_invoice_id: null }
const ended = { status: 'cancelled' } as const
const paused = { status: 'paused' } as const
const change = { reason: 'plan_change' } as const
const attended = { ...failed, off_session: false }

const table: readonly [string, Case, Verdict][] = [
  ['the money covers the invoice', {}, 'pay'],
  ['the money covers the invoice of a paused subscription', { subscription: paused }, 'pay'],
  ['less was received than asked for', { payment: part }, 'review_part'],
  ['the subscription goes on without the invoice', { subscription: left }, 'keep_late'],
  ['the subscription has ended', { subscription: ended }, 'keep_late'],
  ['a part, for an invoice that was left', { payment: part, subscription: left }, 'keep_part'],
  ['the customer must act', { payment: { status: 'requires_action' } }, 'wait'],
  [
    'the customer must act for an invoice that was left',
    { payment: { status: 'requires_action' }, subscription: left },
    'nothing',
  ],
  ['the merchant must review', { payment: { status: 'requires_merchant_action' } }, 'review'],
  ['a scheduled payment fails', { payment: failed }, 'decline'],
  ['it fails for an invoice that was left', { payment: failed, subscription: left }, 'release'],
  ['it fails after the end', { payment: failed, subscription: ended }, 'void'],
  ['the first payment fails', { payment: failed, invoice: { reason: 'first' } }, 'never_start'],
  ['the payment fails while paused', { payment: failed, subscription: paused }, 'decline_attended'],
  [
    'a customer fails between two retries',
    { payment: attended, invoice: { next_attempt_at: new Date(0) } },
    'decline_attended',
  ],
  [
    'a customer fails after the last retry',
    { payment: attended, subscription: { status: 'unpaid' }, invoice: { next_attempt_at: null } },
    'decline_attended',
  ],
  ['a plan change is declined', { payment: failed, invoice: change }, 'decline_change'],
  [
    'a plan change is blocked',
    { payment: { ...failed, unified_code: 'UE_2003' }, invoice: change },
    'block',
  ],
  [
    'a customer is blocked on the page of a plan change',
    { payment: { ...attended, unified_code: 'UE_2003' }, invoice: change },
    'decline_change',
  ],
  [
    'a scheduled payment was not sent',
    { payment: { ...failed, status: 'cancelled', cancellation_reason: NOT_SENT } },
    'retry',
  ],
  [
    'a payment of a customer was not sent',
    {
      payment: { ...attended, status: 'cancelled', cancellation_reason: NOT_SENT },
      subscription: { status: 'unpaid' },
      invoice: { next_attempt_at: null },
    },
    'decline_attended',
  ],
  [
    'the issuer wants the customer',
    { payment: { ...failed, unified_code: 'UE_2002', authentication_type: null } },
    'authenticate',
  ],
]

for (const [name, given, expected] of table) {
  test(`${name}: ${expected}`, () => {
    assert.equal(verdict(given), expected)
  })
}
