import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { childEnv } from '#testing/child_env.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { recoverNow } from '#testing/recover.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** Everything on record about these objects, so that it can be put back as after a restore to this moment. */
const TABLES = ['payments', 'refunds', 'operations', 'transfers', 'events', 'payouts'] as const

async function backup({ services, merchant }: Shop): Promise<void> {
  for (const table of TABLES) {
    await services.db.run(`drop table if exists backup_${table}`, [])
    await services.db.run(
      `create table backup_${table} as select * from ${table} where merchant_id = '${merchant.merchant_id}'`,
      [],
    )
  }
}

async function restore({ services, merchant }: Shop): Promise<void> {
  for (const table of TABLES) {
    await services.db.run(`delete from ${table} where merchant_id = $1`, [merchant.merchant_id])
    await services.db.run(`insert into ${table} select * from backup_${table}`, [])
    await services.db.run(`drop table backup_${table}`, [])
  }
}

interface Adopted {
  code: number
  adoptions: { object_id: string; did: string; action: string; needs_person: boolean }[]
  violations: string[]
}

async function doctor(...args: string[]): Promise<Adopted> {
  const bank = await testBank()
  const env = { ...childEnv(), ...(await testEnv(bank.env)) }
  const all = [main, 'doctor', '--books', '--json', '--bank-log', `${bank.url}/log`, ...args]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, all, { env }, (error, stdout, stderr) => {
      const line = stdout.split('\n').find((each) => each.startsWith('{"merchants"'))
      if (line === undefined) return reject(new Error(stdout + stderr))
      const { adoptions, findings } = JSON.parse(line)
      const violations = findings.flatMap(
        (finding: { invariant: string; violations: { message: string }[] }) =>
          finding.violations.map(({ message }) => `${finding.invariant} ${message}`),
      )
      resolve({ code: error ? Number(error.code) : 0, adoptions, violations })
    })
  })
}

/** The bank's remaining share of a payment's money: charged or held, and not given back. */
async function netAtBank(reference: string): Promise<number> {
  const signs: Record<string, number> = { held: 1, charged: 1, released: -1, refunded: -1 }
  const log = await (await testBank()).log()
  return log
    .filter((fact) => fact.reference === reference)
    .reduce((n, { effect, amount }) => n + (signs[effect] ?? 0) * amount, 0)
}

async function post(shop: Shop, path: string, body: object, status: string) {
  const answer = await shop.post(path, body)
  assert.equal(answer.body.status, status, answer.text)
  return answer.body
}

test('charges and holds that a restore has lost are listed, then booked and reversed by --adopt', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const unconfirmed = { confirm: false }
  await post(
    shop,
    '/payments',
    paymentBody({ payment_id: 'charged', ...unconfirmed }),
    'requires_confirmation',
  )
  const manual = { payment_id: 'held', capture_method: 'manual', ...unconfirmed }
  await post(shop, '/payments', paymentBody(manual), 'requires_confirmation')
  const both = { payment_id: 'captured', capture_method: 'manual', ...unconfirmed }
  await post(shop, '/payments', paymentBody(both), 'requires_confirmation')
  await backup(shop)
  await post(shop, '/payments/charged/confirm', {}, 'succeeded')
  await post(shop, '/payments/held/confirm', {}, 'requires_capture')
  await post(shop, '/payments/captured/confirm', {}, 'requires_capture')
  await post(shop, '/payments/captured/capture', {}, 'succeeded')
  await restore(shop)

  const listed = await doctor()
  assert.equal(listed.code, 1)
  assert.deepEqual(
    listed.adoptions.map(({ object_id, did, action }) => `${object_id}: ${did}: ${action}`),
    [
      'charged: charged 1000: book 1000 and reverse it',
      'held: held 1000: book 1000 and reverse it',
      'captured: held 1000: book a hold that is no longer there',
      'captured: captured 1000, released 0: book 1000 and reverse it',
    ],
  )
  assert.equal(listed.violations.length, 4)
  assert.ok(listed.violations.every((each) => each.startsWith('4 the bank did ')))
  const [{ count } = { count: -1 }] = await shop.services.db.run<{ count: number }>(
    'select count(*)::int from operations where merchant_id = $1',
    [shop.merchant.merchant_id],
  )
  assert.equal(count, 0, 'listing changes nothing')

  const adopted = await doctor('--adopt')
  assert.deepEqual(adopted.violations, [])
  assert.equal(adopted.code, 0)
  await recoverNow(shop.services, shop.merchant.merchant_id)

  const after = await doctor()
  assert.deepEqual(after, { code: 0, adoptions: [], violations: [] })
  for (const payment_id of ['charged', 'held', 'captured']) {
    const payment = (await shop.get(`/payments/${payment_id}`)).body
    assert.equal(payment.status, 'requires_confirmation')
    assert.equal(payment.amount_received, 0)
    assert.equal(await netAtBank(payment_id), 0, payment_id)
  }
  const [charged] = (await shop.get('/payments/charged')).body.late_outcomes
  assert.equal(`${charged.kind} ${charged.amount} ${charged.reversal}`, 'authorize 1000 done')
  const sums = await shop.services.db.run(
    `select account, sum(amount)::int as balance from (
       select credit, amount from transfers where merchant_id = $1
       union all select debit, -amount from transfers where merchant_id = $1) as sides (account, amount)
     group by account having sum(amount) <> 0`,
    [shop.merchant.merchant_id],
  )
  assert.deepEqual(sums, [], 'every account is back at zero')
})

test('a capture that a restore has lost completes its payment, and a lost payout is booked as paid', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const manual = { payment_id: 'wanted', capture_method: 'manual' }
  await post(shop, '/payments', paymentBody(manual), 'requires_capture')
  const made = await shop.post('/payouts/create', {
    amount: 400,
    currency: 'USD',
    payout_type: 'bank',
    payout_method_data: {
      bank_transfer: {
        payout_method_type: 'ach',
        bank_account_number: '00012343000',
        bank_routing_number: '110000000',
      },
    },
  })
  const { payout_id } = made.body
  await backup(shop)
  await post(shop, '/payments/wanted/capture', { amount_to_capture: 600 }, 'succeeded')
  await post(shop, `/payouts/${payout_id}/fulfill`, {}, 'success')
  await restore(shop)

  const adopted = await doctor('--adopt')

  assert.deepEqual(
    adopted.adoptions.map(({ did, action }) => `${did}: ${action}`),
    [
      'captured 600, released 400: book it; the payment becomes succeeded',
      'paid_out 400: book it as paid; the payout is success',
    ],
  )
  assert.deepEqual(adopted.violations, [])
  const payment = (await shop.get('/payments/wanted')).body
  assert.deepEqual([payment.status, payment.amount_received], ['succeeded', 600])
  assert.equal((await shop.get(`/payouts/${payout_id}`)).body.status, 'success')
})

test('payments and refunds whose rows are lost are written again, and a retry charges nothing', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  await post(shop, '/payments', paymentBody({ payment_id: 'there' }), 'succeeded')
  await backup(shop)
  const refund = { payment_id: 'there', refund_id: 'lost_refund', amount: 100 }
  await post(shop, '/refunds', refund, 'succeeded')
  const charge = paymentBody({ payment_id: 'lost_charge' })
  const hold = paymentBody({ payment_id: 'lost_hold', capture_method: 'manual' })
  const capture = paymentBody({ payment_id: 'lost_capture', capture_method: 'manual' })
  const voided = paymentBody({ payment_id: 'lost_void', capture_method: 'manual' })
  await post(shop, '/payments', charge, 'succeeded')
  for (const body of [hold, capture, voided]) {
    await post(shop, '/payments', body, 'requires_capture')
  }
  const part = { amount_to_capture: 600 }
  await post(shop, '/payments/lost_capture/capture', part, 'succeeded')
  await post(
    shop,
    '/refunds',
    { payment_id: 'lost_capture', refund_id: 'of_lost', amount: 200 },
    'succeeded',
  )
  await post(shop, '/payments/lost_void/cancel', {}, 'cancelled')
  await restore(shop)

  const listed = await doctor()
  const adopted = await doctor('--adopt')
  const retried = await shop.post('/payments', charge)

  assert.deepEqual(
    listed.adoptions.map(({ object_id, action }) => `${object_id}: ${action}`),
    [
      'lost_refund: write the refund again',
      'lost_charge: write the payment again, charged',
      'lost_hold: write the payment again, held',
      'lost_capture: write the payment again, held',
      'lost_void: write the payment again, held',
      'lost_capture: is booked on its payment once that is written again',
      'of_lost: is booked on its payment once that is written again',
      'lost_void: is booked on its payment once that is written again',
    ],
  )
  assert.ok(adopted.adoptions.every(({ needs_person }) => !needs_person))
  assert.deepEqual(adopted.violations, [])
  assert.equal(adopted.code, 0)
  assert.deepEqual(await doctor(), { code: 0, adoptions: [], violations: [] })
  assert.equal(retried.status, 409)
  assert.equal(await netAtBank('lost_charge'), 1000)
  const statuses = await Promise.all(
    ['lost_charge', 'lost_hold', 'lost_capture', 'lost_void'].map(async (id) => {
      const { status, amount_received } = (await shop.get(`/payments/${id}`)).body
      return `${status} ${amount_received}`
    }),
  )
  assert.deepEqual(statuses, [
    'succeeded 1000',
    'requires_capture 0',
    'succeeded 600',
    'cancelled 0',
  ])
  const { status, amount, payment_id } = (await shop.get('/refunds/lost_refund')).body
  assert.equal(`${status} ${amount} ${payment_id}`, 'succeeded 100 there')
})

// Last: what is left to a person stays in the books of this file's database.
test('a charge that was refunded meanwhile and a payment with a generated id are left to a person', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const unconfirmed = paymentBody({ payment_id: 'refunded', confirm: false })
  await post(shop, '/payments', unconfirmed, 'requires_confirmation')
  await backup(shop)
  await post(shop, '/payments/refunded/confirm', {}, 'succeeded')
  await post(shop, '/refunds', { payment_id: 'refunded', refund_id: 'all' }, 'succeeded')
  const { payment_id } = await post(shop, '/payments', paymentBody({}), 'succeeded')
  await restore(shop)

  const adopted = await doctor('--adopt')

  assert.equal(adopted.code, 1)
  assert.deepEqual(
    adopted.adoptions.map(({ object_id, action, needs_person }) => [
      object_id,
      action,
      needs_person,
    ]),
    [
      ['refunded', 'needs a person: the charge has been refunded or disputed meanwhile', true],
      [
        'all',
        'needs a person: a refund cannot be taken back: record it, or settle with the merchant',
        true,
      ],
      [
        payment_id,
        'needs a person: there is no such payment: void or refund it at the provider',
        true,
      ],
    ],
  )
})
