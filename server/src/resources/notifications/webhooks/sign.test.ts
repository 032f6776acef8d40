import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { signatures } from './sign.ts'

const now = new Date('2026-01-02T03:04:05.678Z')
const body = Buffer.from('{"amount":1,"name":"Zoë"}')

test('X-Webhook-Signature-512 is the lower-case hexadecimal HMAC-SHA512 of the body', () => {
  // Made with: printf '{"amount":1,"name":"Zoë"}' | openssl dgst -sha512 -hmac secret
  const known =
    'd972039855948c8d30f4ad8681af18d96d46e8e81600340e83875d2c83d1807b46b59d910521373f0e30d4b5fb125132afcc90e95ff24ee141b0bbf851cbdc89'

  const headers = signatures({ event_id: 'evt_1', body, secrets: ['secret'], now })

  assert.equal(headers['X-Webhook-Signature-512'], known)
})

test('the Standard Webhooks signature covers the id, the timestamp and the body', () => {
  const headers = signatures({ event_id: 'evt_1', body, secrets: ['secret'], now })

  const signed = `evt_1.1767323045.${body.toString()}`
  const mac = createHmac('sha256', 'secret').update(signed).digest('base64')
  assert.equal(headers['webhook-id'], 'evt_1')
  assert.equal(headers['webhook-timestamp'], '1767323045')
  assert.equal(headers['webhook-signature'], `v1,${mac}`)
})

test('with two secrets there are two signatures, the newest first', () => {
  const both = signatures({ event_id: 'evt_1', body, secrets: ['new', 'old'], now })
  const [fresh, old] = ['new', 'old'].map((secret) =>
    signatures({ event_id: 'evt_1', body, secrets: [secret], now }),
  )

  const simple = `${fresh?.['X-Webhook-Signature-512']},${old?.['X-Webhook-Signature-512']}`
  assert.equal(both['X-Webhook-Signature-512'], simple)
  const standard = `${fresh?.['webhook-signature']} ${old?.['webhook-signature']}`
  assert.equal(both['webhook-signature'], standard)
})
