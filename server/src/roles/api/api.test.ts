import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { startApi } from '#testing/api_process.ts'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'

interface Outcome {
  status: number | 'lost'
  closes: boolean
}

/** One request on a kept-alive connection. */
function call(base: URL, agent: Agent, api_key: string, n: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const body = JSON.stringify({ customer_id: `c${n}` })
    const headers = {
      'api-key': api_key,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const sent = request(
      new URL('/customers', base),
      { method: 'POST', agent, headers },
      (answer) => {
        answer.resume().on('end', () => {
          resolve({ status: answer.statusCode ?? 0, closes: answer.headers.connection === 'close' })
        })
      },
    )
    sent.on('error', () => resolve({ status: 'lost', closes: true }))
    sent.end(body)
  })
}

test('a stopping api answers every received request, and its answers are committed', async () => {
  await using shop = await harness()
  const api = await startApi({ FLORIN_DRAIN_MS: '1500' })
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const base = new URL(api.base_url)
  let serial = 0
  let made = 0
  const others: Outcome[] = []
  // Like a balancer, a user sends on until an answer says that the server is about to leave.
  const users = Array.from({ length: 16 }, async () => {
    for (let leaving = false; !leaving; ) {
      const outcome = await call(base, agent, shop.merchant.api_key, serial++)
      if (outcome.status === 201) made++
      else others.push(outcome)
      leaving = outcome.closes
    }
  })
  await eventually('every connection is in use', async () => made >= users.length)

  const stopped = api.stop()
  await eventually('the api reports that it is not ready', async () => {
    return (await api.client().get('/health/ready')).status === 503
  })
  await Promise.all([stopped, ...users])

  assert.deepEqual(others, [])
  const { merchant_id } = shop.merchant
  const stored = await shop.services.db.run<{ n: number }>(
    'select count(*) as n from customers where merchant_id = $1',
    [merchant_id],
  )
  assert.equal(stored[0]?.n, made)
  agent.destroy()
})

test('metrics are on a separate port and count requests, errors and commits', async () => {
  await using shop = await harness()
  await using api = await startApi()
  const client = api.client(shop.merchant.api_key)
  await client.post('/customers', { name: 'Ada' })
  await client.get('/customers/nobody')

  const text = await (await fetch(`http://127.0.0.1:${api.ports.metrics_port}/metrics`)).text()

  assert.match(
    text,
    /florin_http_request_seconds_count\{method="POST",route="\/customers",status="201"\} 1/,
  )
  assert.match(text, /florin_http_errors_total\{code="IR_05"\} 1/)
  assert.match(text, /florin_commit_changes [1-9]/)
  assert.match(text, /\nflorin_database_oldest_statement_seconds 0\n/)
  assert.equal((await client.get('/metrics')).status, 404)
})

test('each request leaves one structured log line with its id, route, status and merchant, and no key', async () => {
  await using shop = await harness()
  shop.log.length = 0

  const answer = await shop.get('/customers/nobody')

  await new Promise((resolve) => setTimeout(resolve, 20))
  const lines = shop.log.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request')
  assert.equal(lines.length, 1)
  const { request_id, method, route, status, merchant_id, code, ms } = lines[0]
  assert.deepEqual(
    { request_id, method, route, status, merchant_id, code },
    {
      request_id: answer.headers.get('X-Request-Id'),
      method: 'GET',
      route: '/customers/:customer_id',
      status: 404,
      merchant_id: shop.merchant.merchant_id,
      code: 'IR_05',
    },
  )
  assert.equal(typeof ms, 'number')
  assert.ok(!shop.log.join('').includes(shop.merchant.api_key))
})

test('without an acquirer the answer to a payment says that none is configured', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'none' } })
  const answer = await shop.post('/payments', paymentBody({}))

  assert.equal(answer.status, 502)
  assert.equal(answer.body.error.code, 'CE_01')
  assert.match(answer.body.error.message, /No acquirer is configured/)
})

const breaking = (how: 'throw' | 'loop') => ({
  NODE_OPTIONS: `--import=${new URL('../../testing/break_on_signal.ts', import.meta.url).href}`,
  FLORIN_TEST_BREAK: how,
})

test('after an uncaught exception the api is not ready, answers open requests, and exits with an error', async () => {
  await using shop = await harness()
  const api = await startApi({ FLORIN_DRAIN_MS: '3000' }, breaking('throw'))
  const client = api.client(shop.merchant.api_key)

  process.kill(api.pid, 'SIGHUP')
  await eventually('the api reports that it drains', async () => {
    return (await api.client().get('/health/ready')).body.status === 'draining'
  })
  const { status } = await client.post('/customers', { customer_id: 'while_it_drains' })

  assert.equal(status, 201)
  assert.equal(await api.ended, 'the api process ended: 1')
})

test('an api that computes without end is killed by its watchdog', async () => {
  await using _ = await harness()
  const api = await startApi({ FLORIN_STALL_SECONDS: '8' }, breaking('loop'))

  process.kill(api.pid, 'SIGHUP')

  assert.equal(await api.ended, 'the api process ended: SIGKILL')
})
