// The adapter's webhooks: only signed fields count, and items mean the same in any order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import hmacValidator from '@adyen/api-library/lib/src/utils/hmacValidator.js'
import { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js'
import { createLog } from '#kernel/log.ts'
import { adyen } from '#core/providers/adyen/adyen.ts'
import type { Outcome, ProviderEvent } from '#core/providers/provider.ts'
import { account, HMAC_KEY, MERCHANT_ACCOUNT } from './account.ts'
import { envelope, type Item, sign } from './webhooks.ts'

const OTHER_KEY = 'AB'.repeat(32)

function connect(webhook_secrets = [HMAC_KEY]) {
  const options = account('http://127.0.0.1:9')
  return adyen.connect({ ...options, webhook_secrets, log: createLog('silent') })
}
const provider = connect()

function item(more: Partial<Item> = {}, key = HMAC_KEY): Item {
  const made: Item = {
    pspReference: 'QFQTPCQ8HXSKGK82',
    originalReference: 'WNS7WQ756L2GWR82',
    merchantAccountCode: MERCHANT_ACCOUNT,
    merchantReference: 'op_1/capture',
    amount: { value: 1_000, currency: 'EUR' },
    eventCode: 'CAPTURE',
    eventDate: '2026-11-18T12:00:00+01:00',
    success: 'true',
    reason: '',
    ...more,
  }
  return { ...made, additionalData: { ...made.additionalData, hmacSignature: sign(made, key) } }
}

function receive(items: readonly Item[], by = provider) {
  return by.verifyCallback(Buffer.from(envelope(items)), {})
}

function outcomes(...items: readonly Item[]): Outcome[] {
  const events = receive(items)?.events ?? []
  return events.flatMap((event: ProviderEvent) => (event.type === 'operation' ? event.outcome : []))
}

const approved = {
  result: 'approved',
  transaction_id: 'QFQTPCQ8HXSKGK82',
  review: false,
  amount: 1_000,
  currency: 'EUR',
}

test("the official validator accepts the test server's signatures, and so do we", () => {
  const validator = new hmacValidator.default()
  for (const each of [item(), item({ originalReference: '', eventCode: 'AUTHORISATION' })]) {
    const official = each as unknown as Parameters<typeof validator.validateHMAC>[0]
    assert.equal(validator.validateHMAC(official, HMAC_KEY), true)
    assert.notEqual(receive([each]), undefined)
    assert.equal(validator.validateHMAC(official, OTHER_KEY), false)
    assert.equal(receive([each], connect([OTHER_KEY])), undefined)
  }
})

test('every event that is asked for is one of the official ones', () => {
  const official = new Set<string>(Object.values(NotificationRequestItem.EventCodeEnum))
  for (const name of adyen.webhook_events) assert.ok(official.has(name), name)
})

test('a webhook is accepted in the words that Adyen wants, and names the merchant of the account', () => {
  const callback = receive([item()])

  assert.equal(callback?.answer, '[accepted]')
  assert.deepEqual(callback?.events, [
    {
      type: 'operation',
      event_id: 'QFQTPCQ8HXSKGK82/CAPTURE/true',
      merchant_id: 'mer_1',
      operation_id: 'op_1',
      outcome: approved,
    },
  ])
})

test('a change of any signed field is refused', () => {
  const changes: Partial<Item>[] = [
    { pspReference: 'X' },
    { originalReference: 'X' },
    { merchantAccountCode: 'Other' },
    { merchantReference: 'op_2/capture' },
    { amount: { value: 9_000, currency: 'EUR' } },
    { amount: { value: 1_000, currency: 'USD' } },
    { eventCode: 'REFUND' },
    { success: 'false' },
  ]
  for (const change of changes) assert.equal(receive([{ ...item(), ...change }]), undefined)
})

test('fields that are not signed change no outcome', () => {
  const plain = item({ eventCode: 'AUTHORISATION', merchantReference: 'op_1', success: 'false' })
  const changed = {
    ...plain,
    reason: 'Not enough balance',
    paymentMethod: 'mc',
    eventDate: '2001-01-01T00:00:00Z',
    additionalData: { ...plain.additionalData, refusalReasonCode: '12', live: 'true' },
  }

  assert.deepEqual(receive([changed]), receive([plain]))
  const [outcome] = outcomes(plain)
  assert.ok(outcome?.result === 'declined' && outcome.code === 'UE_1099')
})

test('a signed text that could be cut in two ways is not acted on', () => {
  // The same text is signed for another reference and account.
  const moved = item({ merchantAccountCode: `${MERCHANT_ACCOUNT}:op_1`, merchantReference: 'x' })
  const shifted = {
    ...moved,
    merchantAccountCode: MERCHANT_ACCOUNT,
    merchantReference: 'op_1:x',
  }
  assert.equal(sign(shifted, HMAC_KEY), sign(moved, HMAC_KEY))

  assert.deepEqual(receive([shifted])?.events, [])
  assert.deepEqual(receive([moved])?.events, [])
})

test('without a signature, or with one unsigned item among several, nothing is handled', () => {
  const unsigned = { ...item(), additionalData: {} }

  assert.equal(receive([unsigned]), undefined)
  assert.equal(receive([item(), unsigned]), undefined)
  assert.equal(receive([]), undefined)
  for (const body of ['', '{}', '[]', 'null', '{"notificationItems":[null]}']) {
    assert.equal(provider.verifyCallback(Buffer.from(body), {}), undefined)
  }
})

test("another account's and another system's items are accepted and left out", () => {
  const foreign = [
    item({ merchantAccountCode: 'Other' }),
    item({ merchantReference: 'order-4711' }),
    item({ eventCode: 'REPORT_AVAILABLE', merchantReference: '' }),
    item({ eventCode: 'NOTIFICATION_OF_FRAUD', merchantReference: 'op_1' }),
  ]

  assert.deepEqual(receive([...foreign, item()])?.events.length, 1)
  assert.deepEqual(receive(foreign), { events: [], answer: '[accepted]' })
})

test('during a rotation both keys are valid', () => {
  const both = connect([OTHER_KEY, HMAC_KEY])
  assert.equal(receive([item()], both)?.events.length, 1)
  assert.equal(receive([item({}, OTHER_KEY)], both)?.events.length, 1)
})

test('the same item delivered twice is the same event', () => {
  assert.deepEqual(receive([item()]), receive([item()]))
})

test('a capture in the Customer Area does not settle the authorize whose reference it has', () => {
  const merchantReference = 'op_1'
  const items = [
    item({ merchantReference }),
    item({ merchantReference, eventCode: 'CANCELLATION' }),
  ]
  assert.deepEqual(receive(items)?.events, [])
})

test('a payment is approved or declined by its own webhook', () => {
  const payment = { eventCode: 'AUTHORISATION', merchantReference: 'op_1' } as const
  assert.deepEqual(outcomes(item({ ...payment, originalReference: '' })), [approved])
  assert.equal(outcomes(item({ ...payment, success: 'false' }))[0]?.result, 'declined')
})

test('a cancelled try is revoked; a cancellation that failed proves nothing', () => {
  const cancel = { eventCode: 'TECHNICAL_CANCEL', merchantReference: 'op_1' } as const
  assert.deepEqual(outcomes(item(cancel)), [{ result: 'revoked', released: true }])
  assert.deepEqual(receive([item({ ...cancel, success: 'false' })])?.events, [])
})

test('modifications are approved with their amount, a void with none, or refused', () => {
  const refund = { eventCode: 'REFUND', merchantReference: 'op_1/refund' } as const
  const cancel = { eventCode: 'CANCELLATION', merchantReference: 'op_1/void' } as const
  assert.deepEqual(outcomes(item(refund)), [approved])
  assert.deepEqual(outcomes(item(cancel)), [{ ...approved, amount: 0 }])
  for (const kind of [{}, refund, cancel]) {
    const [outcome] = outcomes(item({ ...kind, success: 'false' }))
    assert.ok(outcome?.result === 'refused' && outcome.returned === undefined)
  }
})

for (const [eventCode, merchantReference] of [
  ['CAPTURE_FAILED', 'op_1/capture'],
  ['REFUND_FAILED', 'op_1/refund'],
  ['REFUNDED_REVERSED', 'op_1/refund'],
] as const) {
  test(`${eventCode} says that it was approved and came back, even if the approval is still missing`, () => {
    const [first, second] = outcomes(item({ eventCode, merchantReference }))

    assert.deepEqual(first, approved)
    assert.ok(second?.result === 'refused' && second.returned)
    assert.deepEqual([second.amount, second.currency], [1_000, 'EUR'])
    const ids = receive([item({ eventCode, merchantReference })])?.events.map((e) => e.event_id)
    assert.equal(new Set(ids).size, 2)
  })
}

test("amounts are converted from Adyen's units; one that is not a whole number of ours is left out", () => {
  const [isk] = outcomes(item({ amount: { value: 100_000, currency: 'ISK' } }))
  assert.ok(isk?.result === 'approved' && isk.amount === 1_000)
  assert.deepEqual(outcomes(item({ amount: { value: 150, currency: 'ISK' } })), [])
})
