import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtIn } from '../../cli/src/fixtures/fixture.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import { testFolder } from '#testing/folder.ts'
import { harness } from '#testing/harness.ts'
import { eventTypes } from '#core/outbox/event_types.ts'
import { florin } from './commands.ts'

/** Those that no API call can cause, each with the reason. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  payment_reversed: 'the acquirer must take money after the payment has ended',
  refund_review: 'the acquirer must report no outcome for nine days',
  dispute_cancelled: 'the customer must withdraw the dispute',
}

test('every payment, refund, dispute and payout event has a fixture, or a reason why not', () => {
  const wanted = Object.keys(eventTypes).filter((name) =>
    /^(payment|refund|dispute|payout|action)_(?!link)/.test(name),
  )
  assert.deepEqual([...builtIn(), ...Object.keys(UNREACHABLE)].toSorted(), wanted.toSorted())
})

test('each built-in fixture makes its event happen', async () => {
  delayBank(300)
  await using shop = await harness({ env: (await testBank()).env })
  const env = { FLORIN_API_KEY: shop.merchant.api_key, FLORIN_BASE_URL: shop.base_url }
  const clock = ['dispute_expired', 'payout_expired']

  // Those that move the clock come last.
  const problems: string[] = []
  const trigger = async (event: string) => {
    const { code, out, err } = await florin(['trigger', event], { env })
    const isFound = new RegExp(`^${event} evt_\\w+ \\w+$`).test(out)
    if (code !== 0 || !isFound) problems.push(`${event}: ${out} ${err}`)
  }
  await Promise.all(builtIn().flatMap((name) => (clock.includes(name) ? [] : trigger(name))))
  for (const name of clock) await trigger(name)

  assert.deepEqual(problems, [])
})

test('--set replaces values of a fixture, and adds fields to its first body', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const env = { FLORIN_API_KEY: shop.merchant.api_key, FLORIN_BASE_URL: shop.base_url }
  await shop.post('/customers', { customer_id: 'cus_ada', name: 'Ada' })

  const set = ['amount=1200', 'customer_id=cus_ada', 'metadata.order=77'].flatMap((each) => [
    '--set',
    each,
  ])
  const { code, out, err } = await florin(['trigger', 'payment_cancelled', ...set], { env })

  assert.equal(code, 0, err)
  const payment = await shop.get(`/payments/${out.split(' ')[2]}`)
  assert.equal(payment.body.amount, 1200)
  assert.equal(payment.body.customer_id, 'cus_ada')
  assert.deepEqual(payment.body.metadata, { order: '77' })
})

test('a file of the user runs in the same format, and a reference to nothing names the step', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const env = { FLORIN_API_KEY: shop.merchant.api_key, FLORIN_BASE_URL: shop.base_url }
  const path = join(await testFolder(), 'own.json')
  const steps = [
    { name: 'ada', call: 'POST /customers', body: { name: '${name}' } },
    { name: 'again', call: 'GET /customers/${ada.customer_id}' },
  ]
  await writeFile(path, JSON.stringify({ values: { name: 'Ada' }, steps }))
  const wrong = join(await testFolder(), 'wrong.json')
  await writeFile(wrong, JSON.stringify({ steps: [{ name: 'x', call: 'GET /customers/${y.id}' }] }))

  const ran = await florin(['fixtures', 'run', path, '--set', 'name=Eve'], { env })
  const refused = await florin(['fixtures', 'run', wrong], { env })

  assert.equal(ran.code, 0, ran.err)
  assert.equal(JSON.parse(ran.out).again.name, 'Eve')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /\$\{y\.id\} refers to nothing/)
})

test('a fixture does not run with a production key', async () => {
  await using shop = await harness({
    env: { FLORIN_ENVIRONMENT: 'production', FLORIN_PROVIDER: 'none' },
  })
  const env = { FLORIN_API_KEY: shop.merchant.api_key, FLORIN_BASE_URL: shop.base_url }

  const { code, err } = await florin(['trigger', 'payment_failed'], { env })

  assert.equal(code, 1)
  assert.match(err, /production/)
})
