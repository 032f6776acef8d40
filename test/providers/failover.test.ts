// An account whose acquirer dies under load: its payments move to the other account within the request.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '#kernel/sql.ts'
import { runDoctor } from '#roles/doctor/run.ts'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { recoverNow } from '#testing/recover.ts'
import { connectAccount } from '../support/provider_accounts.ts'
import { startStripe, type StripeServer } from './stripe/server.ts'

let server: StripeServer
let shop: Shop
let atStripe = ''
let atBank = ''
before(async () => {
  server = await startStripe()
  const bank = await testBank()
  shop = await harness({ env: { ...bank.env, FLORIN_STRIPE_URL: server.url } })
  const { body, text, status } = await shop.post(
    `/account/${shop.merchant.merchant_id}/connectors`,
    {
      connector_name: 'stripe',
      credentials: { secret_key: server.key },
      webhook_secret: server.secrets[0],
      priority: 1,
    },
  )
  assert.equal(status, 201, text)
  atStripe = body.connector_id
  atBank = await connectAccount(shop, 'Spare', { priority: 2 })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await server.stop()
  assert.deepEqual(server.violations, [])
})

interface Paid {
  readonly payment_id: string
  /** An error code instead, if the request failed. */
  readonly status: string
  readonly connector_id: string | null
  readonly sent_ms: number
  readonly answered_ms: number
}

async function payOnce(payment_id: string): Promise<Paid> {
  const sent_ms = performance.now()
  const { payment_method_data } = withCard('4242424242424242')
  const { body } = await shop.post('/payments', paymentBody({ payment_id, payment_method_data }))
  return {
    payment_id,
    status: body.status ?? body.error?.code,
    connector_id: body.connector_id ?? null,
    sent_ms,
    answered_ms: performance.now(),
  }
}

const CLIENTS = 4
const ENOUGH = 20

test('an account dies under load: no request fails, payments move to the other account, and none is charged twice', async (t) => {
  const end = new AbortController()
  const paid: Paid[] = []
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    for (let i = 0; !end.signal.aborted; i++) paid.push(await payOnce(`failover_${n}_${i}`))
  })
  await eventually('the first account takes payments', async () => paid.length >= ENOUGH)
  assert.ok(paid.every(({ connector_id }) => connector_id === atStripe))
  const stopped_ms = performance.now()
  await server.stop()
  const before = paid.length
  await eventually('payments go on', async () => paid.length >= before + 2 * ENOUGH)
  end.abort()
  await Promise.all(clients)

  const later = paid.filter(({ sent_ms }) => sent_ms > stopped_ms)
  const inFlight = paid.filter(
    (each) => each.sent_ms <= stopped_ms && each.answered_ms > stopped_ms,
  )
  const moved = later.filter(({ connector_id }) => connector_id === atBank)
  const first_ms = Math.min(...moved.map(({ answered_ms }) => answered_ms)) - stopped_ms
  t.diagnostic(
    `${paid.length} payments, ${later.length} after the stop, ${inFlight.length} in flight; the first one at the other account ${Math.round(first_ms)} ms after it`,
  )
  // Only a request whose call was under way can be without an outcome, and it is not tried elsewhere.
  const unsure = paid.filter(({ status }) => status === 'processing')
  assert.ok(unsure.length <= CLIENTS, `${unsure.length} payments have no outcome`)
  assert.ok(paid.every(({ status }) => status === 'succeeded' || status === 'processing'))
  assert.ok(moved.length >= ENOUGH, 'payments moved to the other account')
  const stayed = later.filter(({ connector_id }) => connector_id !== atBank)
  assert.ok(stayed.length <= CLIENTS, 'the rest of the payments moved')

  await server.listen()
  await eventually('recovery has settled everything', async () => {
    await recoverNow(shop.services, shop.merchant.merchant_id)
    const open = await shop.services.db.rows(
      sql`select from operations where finished_at is null and created > '-infinity'`,
    )
    return open.length === 0
  })
  await judgeLogs(paid)
})

/** By both logs: a payment that succeeded was charged once, at the account that it names, and no other was charged. */
async function judgeLogs(paid: readonly Paid[]): Promise<void> {
  const bank = await testBank()
  const facts = await bank.log()
  const charged = new Set([
    ...facts.flatMap(({ effect, operation_id }) => (effect === 'charged' ? [operation_id] : [])),
    ...server.world.effects.map(({ operation_id }) => operation_id),
  ])
  for (const { payment_id } of paid) {
    const { body } = await shop.get(`/payments/${payment_id}?expand=attempts`)
    const attempts = body.attempts as { attempt_id: string; connector_id: string }[]
    const taken = attempts.filter(({ attempt_id }) => charged.has(attempt_id))
    const wanted = body.status === 'succeeded' ? [body.connector_id] : []
    const found = taken.map(({ connector_id }) => connector_id)
    assert.deepEqual(found, wanted, `${payment_id} is ${body.status}`)
  }
  assert.equal(server.world.effects.length, new Set(server.world.effects.map(idOf)).size)
  const own = facts.filter(({ reference }) => paid.some((each) => each.payment_id === reference))
  const readLog = () => readBankLog(own)
  const { is_well, text } = await runDoctor(shop.services, { readLog })
  assert.ok(is_well, text)
}

function idOf({ operation_id }: { operation_id: string }): string {
  return operation_id
}
