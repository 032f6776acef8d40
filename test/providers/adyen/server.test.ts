// The test server itself: what it promises to tests in this and in other processes.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { API_KEY, MERCHANT_ACCOUNT, startTestServer } from './account.ts'
import type { Item } from './webhooks.ts'

const payment = {
  merchantAccount: MERCHANT_ACCOUNT,
  reference: 'op_1',
  amount: { value: 1_000, currency: 'EUR' },
  returnUrl: 'https://shop.example/back',
  paymentMethod: { type: 'scheme', number: '4111111111111111' },
  additionalData: { manualCapture: 'true' },
}

async function post(url: string, path: string, body: object, key?: string) {
  const headers = { 'X-API-Key': API_KEY, ...(key === undefined ? {} : { 'Idempotency-Key': key }) }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('a request or an answer that breaks the description is a violation', async () => {
  const server = await startTestServer()
  await post(server.url, '/v71/payments', { ...payment, reference: 4711 })
  await post(server.url, '/v71/payments', { ...payment, refrence: 'op_1' })
  await post(server.url, '/v71/payments', { ...payment, paymentMethod: { type: 'vipps' } })
  await post(server.url, '/v71/nothing', payment)
  await server.stop()

  for (const part of [
    '/reference must be string',
    'additional properties',
    'oneOf',
    'not a route',
  ]) {
    assert.ok(
      server.violations.some((each) => each.includes(part)),
      `${part}: ${server.violations.join('\n')}`,
    )
  }
  assert.deepEqual(server.state.log, [])
})

test('a key acts once, and another key acts again', async () => {
  const server = await startTestServer()
  const first = await post(server.url, '/v71/payments', payment, 'k1')
  const second = await post(server.url, '/v71/payments', payment, 'k1')
  const other = await post(server.url, '/v71/payments', payment, 'k2')
  await server.stop()

  assert.deepEqual(second, first)
  assert.notDeepEqual(other.body, first.body)
  assert.deepEqual(server.effects('op_1'), ['held', 'held'])
})

for (const [delivery, calls] of [
  ['now', [['AUTHORISATION'], ['CAPTURE']]],
  ['late', [['AUTHORISATION'], ['CAPTURE']]],
  ['twice', [['AUTHORISATION'], ['AUTHORISATION'], ['CAPTURE'], ['CAPTURE']]],
  ['shuffled', [['CAPTURE', 'AUTHORISATION']]],
  ['never', []],
] as const) {
  test(`webhooks are delivered ${delivery}`, async () => {
    const server = await startTestServer()
    const received: string[][] = []
    const inbox = createServer((request, response) => {
      let text = ''
      request.on('data', (piece: Buffer) => (text += piece.toString()))
      request.on('end', () => {
        const { notificationItems } = JSON.parse(text) as {
          notificationItems: { NotificationRequestItem: Item }[]
        }
        received.push(notificationItems.map((each) => each.NotificationRequestItem.eventCode))
        response.end('[accepted]')
      })
    })
    await new Promise<void>((up) => inbox.listen(0, '127.0.0.1', up))
    server.outbox.url = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}/`
    server.outbox.delivery = delivery

    const { body } = await post(server.url, '/v71/payments', payment)
    const { merchantAccount, amount } = payment
    const path = `/v71/payments/${String(body['pspReference'])}/captures`
    await post(server.url, path, { merchantAccount, amount, reference: 'op_2/capture' })

    for (let turn = 0; turn < 100 && received.length < calls.length; turn++) {
      await new Promise((done) => setTimeout(done, 20))
    }
    await server.stop()
    inbox.closeAllConnections()
    await new Promise((done) => inbox.close(done))
    assert.deepEqual(received.map(String).toSorted(), calls.map(String).toSorted())
    assert.equal(server.outbox.items.length, 2)
  })
}

test('as a process it prints its port, and its switches are reached over HTTP', async () => {
  const env = { ...process.env, ADYEN_API_KEY: API_KEY, ADYEN_MERCHANT_ACCOUNT: MERCHANT_ACCOUNT }
  const child = fork(resolve(import.meta.dirname, 'main.ts'), {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((up) =>
    child.once('message', (message) => up((message as { port: number }).port)),
  )
  const url = `http://127.0.0.1:${port}`

  await post(url, '/_faults', { fault: 'error_after', path: '/payments' })
  assert.equal((await post(url, '/_faults', { fault: 'earthquake' })).status, 400)
  assert.equal((await post(url, '/v71/payments', payment)).status, 500)

  const log = (await (await fetch(`${url}/_log`)).json()) as { operation_id: string }[]
  assert.deepEqual(
    log.map(({ operation_id }) => operation_id),
    ['op_1'],
  )
  assert.deepEqual(await (await fetch(`${url}/_violations`)).json(), [])
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await gone
})
