// Request bodies: JSON, forms with a file, and bank callbacks with a valid signature.
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { parseBody } from '#http/bodies.ts'
import { readForm } from '#http/forms.ts'
import { verifyCallback } from '#core/providers/bank/events.ts'
import { evidence } from '#resources/payments/files/schema.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { mutate, samples } from '../mutate.ts'
import type { Parser } from '../parsers.ts'

const bodies = samples(
  [JSON.stringify(paymentBody({ metadata: { order: '77', näme: '€' } })), '[1,2.5e-3,true,"x"]'],
  ['{', '[', '"', '\\u0000', '\\ud800', '__proto__', '1e999', 'null', '[[[[[[[['],
  262_144,
)

export const json: Parser = {
  next: (random) => mutate(random, bodies),
  parse: (bytes) => parseBody(bytes) !== undefined,
}

const part = (about: string, content: string) =>
  `--abc\r\nContent-Disposition: form-data; ${about}\r\n\r\n${content}\r\n`

/** The first line is the header that names the boundary. */
const forms = samples(
  ['%PDF-1.7\n%âãÏÓ', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', '\xff\xd8\xff\xe0'].map((content) => {
    const field = part('name="purpose"', 'dispute_evidence')
    const file = part(`name="file"; filename="a.pdf"`, content)
    return Buffer.from(`multipart/form-data; boundary=abc\r\n${field}${file}--abc--\r\n`, 'latin1')
  }),
  ['--abc', '--abc--', '\r\n\r\n', 'name*=', "filename*=UTF-8''%e2", 'boundary=', '"', ';'],
  100_000,
)

export const form: Parser = {
  next: (random) => mutate(random, forms),
  async parse(bytes) {
    const end = Math.max(0, bytes.indexOf('\r\n'))
    const headers = { 'content-type': bytes.toString('latin1', 0, end) }
    const raw = Object.assign(Readable.from([bytes.subarray(end + 2)]), { headers })
    const { upload } = await readForm(raw as unknown as IncomingMessage, evidence)
    await upload?.close()
  },
}

const operation = {
  operation_id: 'op_1',
  transaction_id: 't_1',
  outcome: 'approved',
  amount: 100,
  currency: 'EUR',
}
const dispute = {
  dispute_id: 'd_1',
  operation_id: 'op_1',
  reference: 'r',
  reason: 'fraud',
  reason_code: '10.4',
  currency: 'EUR',
  revision: 1,
  amount: 100,
  debited: 100,
  fees: 0,
  opened_at: '2026-01-01T00:00:00Z',
  challenge_required_by: '2026-01-10T00:00:00Z',
  stage: 'dispute',
  status: 'opened',
}
const events = samples(
  [
    { event_id: 'e1', merchant_id: 'mer_1', type: 'operation', operation },
    { event_id: 'e2', merchant_id: 'mer_1', type: 'dispute', dispute },
  ].map((event) => JSON.stringify(event)),
  ['null', '{}', '[]', '"', '1e400', '"operation"', '"dispute"'],
)
const now = new Date()
const timestamp = String(Math.floor(now.getTime() / 1_000))

export const callback: Parser = {
  next: (random) => mutate(random, events),
  parse(bytes) {
    const mac = createHmac('sha256', 'secret').update(`${timestamp}.`).update(bytes).digest('hex')
    const headers = { 'x-bank-signature': mac, 'x-bank-timestamp': timestamp }
    return verifyCallback('secret', bytes, headers, now) !== undefined
  },
}
