// Provider accounts are connected, refused, used, broken and rotated with marked credentials. Then these are searched
// for in everything that was written anywhere, as the card numbers are.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import type { Answer } from '#testing/client.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { startTestServer } from '../providers/adyen/account.ts'
import { startStripe, type StripeServer } from '../providers/stripe/server.ts'
import { type LeakDeployment, startLeakDeployment } from './deployment.ts'
import { encodings, findNeedles, type Needle, rowsOf, searchFolder } from './search.ts'

const marked = {
  stripe: 'sk_test_MarkedSecretOfStripe7Qf3',
  rotated: 'sk_test_MarkedRotatedSecret9Zk5',
  refused: 'sk_test_MarkedRefusedSecret2Wb8',
  malformed: 'sk_live_MarkedLiveSecretInATest4',
  webhook: 'whsec_MarkedWebhookSecretOfStripe6',
  adyen: 'AQE-MarkedAdyenKey-1Hy7',
  hmac: '5D41402ABC4B2A76B9719D911017C592AE2B1C9D7E3F60415263748596A7B8C9',
}
const CONTROL = 'sk_test_MarkedControlSecret8Vn1'
const needles = Object.values(marked).flatMap(encodings)

const cleanup = new AsyncDisposableStack()
const answers: string[] = []
let leak: LeakDeployment
let stripe: StripeServer

before(async () => {
  stripe = await startStripe({ key: marked.stripe, secrets: [marked.webhook] })
  cleanup.defer(() => stripe.stop())
  const adyen = await startTestServer({ api_key: marked.adyen, hmac_key: marked.hmac })
  cleanup.defer(() => adyen.stop())
  const env = { FLORIN_STRIPE_URL: stripe.url, FLORIN_ADYEN_URL: adyen.url }
  leak = await startLeakDeployment(cleanup, env)
  await useAccounts()
  await leak.deployment.sql('create table control (secret text)')
  await leak.deployment.sql('insert into control values ($1)', [CONTROL])
  await leak.deployment.sql('checkpoint')
  const { apis, workers, bank } = leak.deployment
  await Promise.all([...apis, ...workers, bank].map((each) => each.stop()))
})
after(() => cleanup.disposeAsync())

async function post(path: string, body: object, wanted: number): Promise<Answer> {
  const answer = await leak.deployment.client().post(path, body)
  answers.push(answer.text)
  assert.equal(answer.status, wanted, answer.text)
  return answer
}

async function useAccounts(): Promise<void> {
  const all = `/account/${leak.deployment.merchant.merchant_id}/connectors`
  const connect = (secret_key: string, wanted: number, more: object = {}) => {
    const credentials = { secret_key }
    const account = { connector_name: 'stripe', priority: 1, webhook_secret: marked.webhook }
    return post(all, { ...account, credentials, ...more }, wanted)
  }
  await connect(marked.refused, 400)
  await connect(marked.malformed, 400)
  await connect(marked.stripe, 400, { credentials: { [marked.refused]: marked.stripe } })
  const { connector_id } = (await connect(marked.stripe, 201)).body
  await post(
    all,
    {
      connector_name: 'adyen',
      credentials: { api_key: marked.adyen, merchant_account: 'FlorinTest' },
      webhook_secret: marked.hmac,
      priority: 2,
    },
    201,
  )
  await pay('used', 200)
  await post(`${all}/${connector_id}/check`, {}, 200)
  stripe.keys.add(marked.rotated)
  await post(`${all}/${connector_id}`, { credentials: { secret_key: marked.rotated } }, 200)
  stripe.keys.delete(marked.stripe)
  await pay('rotated', 200)
  await getRefusedCallback(all, connector_id)
  // The provider refuses every key, and then nothing answers.
  stripe.keys.clear()
  await pay('locked_out', 200)
  await stripe.stop()
  await pay('gone', 200)
  await readEverything(all)
}

async function pay(payment_id: string, wanted: number): Promise<void> {
  const { payment_method_data } = withCard('4111111111111111')
  const asked = paymentBody({ payment_id, payment_method_data })
  const answer = await post('/payments', asked, wanted)
  assert.ok(['succeeded', 'processing'].includes(answer.body.status), answer.text)
}

async function getRefusedCallback(all: string, connector_id: string): Promise<void> {
  const { webhook_url } = (await leak.deployment.client().get(`${all}/${connector_id}`)).body
  const type = { 'Content-Type': 'application/json' }
  const headers = { ...type, 'Stripe-Signature': `t=1,v1=${marked.webhook}` }
  const refused = await fetch(webhook_url, { method: 'POST', headers, body: '{}' })
  assert.equal(refused.status, 401)
  answers.push(await refused.text())
}

async function readEverything(all: string): Promise<void> {
  const { merchant_id } = leak.deployment.merchant
  for (const path of [all, `/events/${merchant_id}`, `/account/${merchant_id}/audit`]) {
    answers.push((await leak.deployment.client().get(path)).text)
  }
}

function look(bytes: Buffer): string[] {
  return findNeedles(bytes, needles)
}

test('no answer, event or audit entry holds a credential', () => {
  assert.ok(answers.length > 10)
  assert.deepEqual(look(Buffer.from(answers.join('\n'))), [])
})

test('no row of any table holds a credential, and the vault holds all of them that were accepted', async () => {
  const { database_url, services } = leak.deployment
  const rows = await rowsOf(database_url)
  assert.deepEqual(
    [...rows].filter(([, bytes]) => look(bytes).length > 0).map(([name]) => name),
    [],
  )
  const stored = await withServer(database_url, (client) =>
    client.query<{ merchant_id: string; vault_id: string }>('select * from connectors'),
  )
  const opened = await Promise.all(
    stored.rows.map(({ merchant_id, vault_id }) => services.vault.get(merchant_id, vault_id)),
  )
  const text = JSON.stringify(opened)
  for (const secret of [marked.rotated, marked.webhook, marked.adyen, marked.hmac]) {
    assert.ok(text.includes(secret))
  }
})

test('no line of a log at the lowest level holds a credential', async () => {
  assert.deepEqual(await searchFolder(leak.folders.logs, look), [])
  const said = await searchFolder(leak.folders.logs, (bytes) =>
    bytes.includes('"request"') ? ['requests'] : [],
  )
  assert.equal(said.length, 1)
})

test('no span of a trace holds a credential', () => {
  const { bodies, spans } = leak.collector
  assert.deepEqual(look(Buffer.from(bodies.join('\n'))), [])
  const called = spans.map(({ attributes }) => attributes['florin.provider'])
  assert.ok(called.includes('stripe'))
})

test('no file of PostgreSQL holds a credential, and the same search finds the control', async () => {
  await leak.postgres.stop()
  const control: Needle[] = encodings(CONTROL)
  const found = await searchFolder(leak.folders.postgres, (bytes) => [
    ...look(bytes),
    ...findNeedles(bytes, control).map(() => 'control'),
  ])
  assert.deepEqual(
    found.filter((line) => !line.endsWith(': control')),
    [],
  )
  for (const place of ['data/base/', 'data/pg_wal/', 'postgres.log']) {
    assert.ok(
      found.some((line) => line.startsWith(place)),
      place,
    )
  }
})
