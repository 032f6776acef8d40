import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { eventually } from '#testing/eventually.ts'
import { type Received, startReceiver } from '#testing/receiver.ts'
import { signatures } from '#resources/notifications/webhooks/sign.ts'
import { signedHeaders } from '../../cli/src/listen/sign.ts'
import { florin } from './commands.ts'
import { openShop, pay } from './following.ts'

test('the listener signs as the server does', () => {
  const now = new Date()
  const signing = { event_id: 'evt_1', secret: 'a secret', now }

  const own = signedHeaders({ ...signing, body: '{"a":"ä"}' })

  const { secret: _, ...rest } = signing
  assert.deepEqual(
    own,
    signatures({ ...rest, body: Buffer.from('{"a":"ä"}'), secrets: ['a secret'] }),
  )
})

test('listen forwards what happened since a time, and a resent event again; the attempts are listed with its name', async () => {
  await using shop = await openShop()
  const { merchant_id, api_key } = shop.merchant
  await using _ = await runEventPipeline(shop)
  await pay(shop, 'before')
  let status = 500
  await using receiver = await startReceiver(() => ({ status }))
  const env = { FLORIN_API_KEY: api_key, FLORIN_BASE_URL: shop.base_url }
  const end = new AbortController()
  const args = ['listen', '--forward-to', receiver.url, '--since', '1h', '--events', 'payment_*']

  const listening = florin(args, { env, signal: end.signal })
  await receiver.until(1)
  const event_id = header(receiver.received[0], 'x-webhook-event-id')
  status = 200
  const resent = await florin(['events', 'resend', event_id], { env })
  await receiver.until(2)
  const attempts = await eventually('both attempts are recorded', async () => {
    const { body } = await shop.get(`/events/${merchant_id}/${event_id}/attempts`)
    return body.total_count === 2 && body.data
  })
  end.abort()
  const { code, out, err } = await listening

  assert.equal(resent.code, 0, resent.err)
  assert.equal(code, 0, err)
  assert.equal(receiver.received[1]?.body, receiver.received[0]?.body)
  assert.deepEqual(
    receiver.received.map((one) => header(one, 'x-webhook-attempt')),
    ['1', '2'],
  )
  assert.deepEqual(
    attempts.map((each: { response_status: number }) => each.response_status),
    [200, 500],
  )
  const [, name] = /Listening as (\S+)\./.exec(err) ?? []
  assert.deepEqual(
    attempts.map((each: { listener: string }) => each.listener),
    [name, name],
  )
  assert.match(
    out,
    /payment_succeeded +before +evt_\w+ {2}!! 500 in \d+ ms\n.*\(redelivery\) {2}-> 200/,
  )
})

test('an event waits for an application that is not there yet, and is not lost', async () => {
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop)
  const first = await startReceiver()
  const { url } = first
  await first[Symbol.asyncDispose]()
  const env = { FLORIN_API_KEY: shop.merchant.api_key, FLORIN_BASE_URL: shop.base_url }
  const end = new AbortController()
  let isRefused = () => {}
  const refused = new Promise<void>((resolve) => void (isRefused = resolve))
  const printed = (line: string) => line.includes('refused') && isRefused()
  const args = ['listen', '--forward-to', url, '--since', '1h']
  const listening = florin(args, { env, signal: end.signal, printed })
  await pay(shop, 'p1')
  await refused

  await using late = await startReceiver(undefined, Number(new URL(url).port))
  await late.until(1)
  end.abort()
  const { out } = await listening

  assert.match(out, /!! refused in \d+ ms, trying again/)
  assert.equal(late.received.length, 1)
})

test('--print-secret alone prints the secret, the same for the same key', async () => {
  const secretOf = async (FLORIN_API_KEY: string) => {
    return (await florin(['listen', '--print-secret'], { env: { FLORIN_API_KEY } })).out
  }

  assert.match(await secretOf('snd_1'), /^[0-9a-f]{128}$/)
  assert.equal(await secretOf('snd_1'), await secretOf('snd_1'))
  assert.notEqual(await secretOf('snd_1'), await secretOf('snd_2'))
})

function header(received: Received | undefined, name: string): string {
  return String(received?.headers[name])
}
