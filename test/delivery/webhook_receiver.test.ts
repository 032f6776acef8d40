// The receiver that merchants may copy, run as they would run it and sent what really is sent.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { harness, type Shop } from '#testing/harness.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { signatures } from '#resources/notifications/webhooks/sign.ts'
import { eventually } from '#testing/eventually.ts'

const program = resolve(import.meta.dirname, '../../examples/webhook-receiver/receiver.mjs')

async function startExample(secret: string) {
  const folder = await mkdtemp(join(tmpdir(), 'florin-receiver-'))
  const file = join(folder, 'events.jsonl')
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0', EVENTS_FILE: file }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!said.includes('/webhooks')) await once(child.stdout, 'data')
  const [url = ''] = /http:\S+/.exec(said) ?? []
  return {
    url,
    said: () => said,
    async stored() {
      const text = await readFile(file, 'utf8').catch(() => '')
      return text.split('\n').filter(Boolean)
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

function profileOf({ merchant }: Shop): string {
  return `/account/${merchant.merchant_id}/business_profile/${merchant.profile_id}`
}

async function rotated(shop: Shop, grace_period_hours: number): Promise<string> {
  const path = `${profileOf(shop)}/rotate_webhook_secret`
  return (await shop.post(path, { grace_period_hours })).body.payment_response_hash_key
}

test('the example receives a real event and a test event, and stores the exact bytes', async () => {
  await using shop = await harness()
  await using receiver = await startExample(await rotated(shop, 0))
  await shop.post(profileOf(shop), { webhook_details: { webhook_url: receiver.url } })
  await using pipeline = await runEventPipeline(shop)
  const { merchant_id } = shop.merchant

  const metadata = { order_id: '1001' }
  await shop.post('/payments', { payment_id: 'p-1', amount: 1000, currency: 'EUR', metadata })
  await shop.post('/payments/p-1/cancel', {})
  await shop.post(`/events/${merchant_id}/test`, { event_type: 'payment_succeeded' })
  await eventually('both are sent', async () => pipeline.attempts.length === 2)

  assert.deepEqual(
    pipeline.attempts.map(({ row }) => row.response_status),
    [204, 204],
  )
  const lines = await receiver.stored()
  const bodies = await shop.services.db.run<{ body: string }>(
    'select body from events where merchant_id = $1 and event_type <> $2 order by created, event_id',
    [merchant_id, 'payment_created'],
  )
  assert.deepEqual(lines.toSorted(), bodies.map(({ body }) => body).toSorted())
  assert.match(receiver.said(), /payment_cancelled for order 1001: cancelled\n/)
  assert.match(receiver.said(), /payment_succeeded for order test_order: succeeded \(a test\)\n/)
})

test('the example still verifies with the old secret during the grace period, and with the new one after', async () => {
  await using shop = await harness()
  const old = await rotated(shop, 0)
  await using before = await startExample(old)
  await using after = await startExample(await rotated(shop, 1))
  await using _ = await runEventPipeline(shop)
  const send = async (webhook_url: string) => {
    await shop.post(profileOf(shop), { webhook_details: { webhook_url } })
    const path = `/events/${shop.merchant.merchant_id}`
    const event_type = 'payment_failed'
    const { event_id } = (await shop.post(`${path}/test`, { event_type })).body
    const attempts = async () => (await shop.get(`${path}/${event_id}/attempts`)).body.data
    await eventually('it is sent', async () => (await attempts()).length > 0)
    return (await attempts())[0].response_status
  }

  assert.equal(await send(before.url), 204)
  assert.equal(await send(after.url), 204)
  await rotated(shop, 0)
  assert.equal(await send(before.url), 401)
})

test('the example refuses forged, changed, old or unsigned events, and stores a repeated event once', async () => {
  const secret = 's'.repeat(64)
  await using receiver = await startExample(secret)
  const event = {
    event_id: 'evt_1',
    event_type: 'payment_succeeded',
    content: { type: 'payment_details', object: { payment_id: 'p', status: 'succeeded' } },
  }
  const body = Buffer.from(JSON.stringify(event))
  const sign = (secrets: string[], age_s = 0) =>
    signatures({ event_id: 'evt_1', body, secrets, now: new Date(Date.now() - age_s * 1000) })
  const send = async (headers: Record<string, string>, bytes: Buffer = body) =>
    (await fetch(receiver.url, { method: 'POST', headers, body: new Uint8Array(bytes) })).status

  const good = sign([secret])
  const later = { ...sign([secret], 3_600), 'webhook-timestamp': good['webhook-timestamp'] ?? '' }
  const { 'webhook-signature': _, ...half } = good
  const bad: [string, Record<string, string>, Buffer?][] = [
    ['unsigned', {}],
    ['another secret', sign(['x'.repeat(64)])],
    ['half signed', half],
    ['old', sign([secret], 3_600)],
    ['old, with a new timestamp', later],
    ['from the future', sign([secret], -3_600)],
    ['changed', good, Buffer.from(body.toString().replace('succeeded', 'succeeDed'))],
    ['reformatted', good, Buffer.from(JSON.stringify(event, null, 1))],
    ['under another id', { ...good, 'webhook-id': 'evt_2' }],
    ['empty', { ...good, 'X-Webhook-Signature-512': '' }],
    ['cut short', { ...good, 'X-Webhook-Signature-512': 'ab' }],
  ]
  for (const [what, headers, bytes] of bad) assert.equal(await send(headers, bytes), 401, what)
  assert.deepEqual(await receiver.stored(), [])

  assert.equal(await send(good), 204)
  assert.equal(await send(sign(['x'.repeat(64), secret])), 204)
  assert.equal(await send(good, Buffer.alloc(2_000_000)), 413)
  assert.deepEqual(await receiver.stored(), [body.toString()])
})
