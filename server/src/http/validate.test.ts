import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '#app.ts'
import { type Failure, combineFaults, type Fault } from '#errors.ts'
import { MAX_BODY_BYTES } from './bodies.ts'
import { compile } from './validate.ts'

const check = (method: string, url: string) => {
  const row = routes.find((each) => each.method === method && each.url === url)
  assert.ok(row?.body)
  return compile(row.body, 'body')
}

const updatePayment = check('POST', '/payments/:payment_id')
const updateProfile = check('POST', '/account/:merchant_id/business_profile/:profile_id')

function refusal(validate: (value: unknown) => readonly Fault[], body: unknown): Failure {
  const faults = validate(body)
  assert.ok(faults.length > 0, 'the body was accepted')
  return combineFaults(faults)
}

/** A copy that counts how often one of its values is read. */
function counted(body: unknown): { body: unknown; reads: () => number } {
  let reads = 0
  const copy = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value
    const inner = Array.isArray(value) ? value.map(copy) : mapped(value)
    return new Proxy(inner, {
      get(target, name) {
        reads++
        return Reflect.get(target, name) as unknown
      },
    })
  }
  const mapped = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each)]))
  return { body: copy(body), reads: () => reads }
}

/** As many of these as fit into a body. */
function filled<T>(entry: T): T[] {
  const room = MAX_BODY_BYTES - 100
  return Array.from({ length: Math.floor(room / (JSON.stringify(entry).length + 1)) }, () => entry)
}

const item = { name: 'a', quantity: 1, amount: 1, currency: 'EUR' }

test('a list with thousands of empty entries is refused at the first of them', () => {
  const { body, reads } = counted({ order_details: filled({}) })

  const { code, parts } = refusal(updatePayment, body)

  assert.equal(code, 'IR_01')
  assert.equal(parts.field, 'order_details.0.name')
  assert.ok(reads() < 200, `${reads()} values were read`)
})

test('a list with thousands of invalid entries is refused at the first of them', () => {
  const rules = { risk_rules: [{ field: 'email', op: 'in', action: 'block', value: filled(0) }] }
  const { body, reads } = counted(rules)

  const { code, parts } = refusal(updateProfile, body)

  assert.equal(code, 'IR_04')
  assert.equal(parts.field, 'risk_rules.0.value')
  assert.ok(reads() < 200, `${reads()} values were read`)
})

test('an object with thousands of unknown fields is refused at the first of them', () => {
  const fields = Object.fromEntries(filled('aaaaaaa').map((_, n) => [`f${n}`, 0]))
  const { body, reads } = counted(fields)

  const { parts } = refusal(updatePayment, body)

  assert.equal(parts.field, 'f0')
  assert.ok(reads() < 200, `${reads()} values were read`)
})

test('a missing field comes before an invalid one, also behind a list that is too long', () => {
  const entries = filled(item).map((entry, n) =>
    n === 1_000 ? { ...entry, name: undefined } : entry,
  )

  const { code, parts } = refusal(updatePayment, { amount: 'x', order_details: entries })

  assert.equal(code, 'IR_01')
  assert.equal(parts.field, 'order_details.1000.name')
})

test('a list that is too long is named, not its first invalid entry', () => {
  const { code, parts, message } = refusal(updatePayment, {
    order_details: filled({ ...item, quantity: 0 }),
  })

  assert.equal(code, 'IR_04')
  assert.equal(parts.field, 'order_details')
  assert.match(message, /at most 100 entries/)
})

test('a condition of a schema decides which fields are missing', () => {
  const createPayout = check('POST', '/payouts/create')
  const payout = (bank_transfer: object) => ({
    amount: 'x',
    currency: 'EUR',
    payout_method_data: { bank_transfer },
  })

  const sepa = refusal(createPayout, payout({ payout_method_type: 'sepa', iban: 'x' }))
  const ach = refusal(createPayout, payout({ payout_method_type: 'ach' }))

  assert.equal(sepa.parts.field, 'payout_method_data.bank_transfer.bic')
  assert.equal(ach.parts.field, 'payout_method_data.bank_transfer.bank_account_number')
})
