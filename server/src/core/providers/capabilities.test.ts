import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refundObstacle } from './capabilities.ts'
import { stripe } from './stripe/stripe.ts'

const refund = { payment_method_type: 'boleto', currency: 'BRL', amount: 1000 }

test('a method that cannot be refunded is refused with its reason', () => {
  const reason = refundObstacle(stripe, {}, 'full', refund)
  assert.match(reason ?? '', /^Stripe cannot refund boleto/)
  const card = { ...refund, payment_method_type: 'credit' }
  assert.equal(refundObstacle(stripe, {}, 'full', card), undefined)
})

test('a size of refund that needs a setting is refused without it', () => {
  const partial = { needs: 'multicapture' } as const
  const type = { ...stripe, refunds: { ...stripe.refunds, partial } }
  const card = { ...refund, payment_method_type: 'credit' }
  assert.match(refundObstacle(type, {}, 'partial', card) ?? '', /cannot make a partial refund/)
  assert.equal(refundObstacle(type, { multicapture: true }, 'partial', card), undefined)
})
