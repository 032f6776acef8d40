// A unique card number and security code are paid with in every possible way. Then they are searched for in
// everything that was written anywhere: PostgreSQL's files with its write-ahead log, the text of every statement it
// was sent, every row, every log line, the bank's folder, every answer. The same search finds a control number, so it
// would find this one.
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import type { Answer } from '#testing/client.ts'
import { billing } from '#testing/payment_body.ts'
import { guessedIn, type SentRequest } from './guess.ts'
import {
  findCode,
  findNeedles,
  rowsOf,
  searchFolder,
  spellings,
  tablesOf,
  withCheckDigit,
} from './search.ts'
import { type LeakDeployment, startLeakDeployment } from './deployment.ts'

const HOLDER = 'Marker Holder-Of-The-Card'
// American Express, for its security code has four digits.
const NUMBER = withCheckDigit('37281937465028')
const CONTROL = withCheckDigit('37465028193728')

/** As it is printed on the card. */
function spaced(number: string): string {
  return `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
}

const sent = [NUMBER, spaced(NUMBER), spaced(NUMBER).replaceAll(' ', '-')]
const needles = spellings(NUMBER, sent)

let leak: LeakDeployment
const answers: string[] = []
/** The requests that were sent under an Idempotency-Key. */
const requests: SentRequest[] = []
const cleanup = new AsyncDisposableStack()

before(async () => {
  leak = await startLeakDeployment(cleanup)
  await payInEveryWay()
  await writeControl()
  const { apis, workers, bank } = leak.deployment
  await Promise.all([...apis, ...workers, bank].map((each) => each.stop()))
})
after(() => cleanup.disposeAsync())

function card(card_number = NUMBER) {
  const dates = { card_exp_month: '11', card_exp_year: '2097' }
  return { card_number, ...dates, card_cvc: leak.code, card_holder_name: HOLDER }
}

function payment(more: object = {}, card_number = NUMBER) {
  return {
    amount: 1000,
    currency: 'EUR',
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: { card: card(card_number) },
    return_url: 'https://shop.example/return',
    billing,
    ...more,
  }
}

/** Sends, keeps the answer for the search, and makes sure that the way leads where it should. */
async function post(
  path: string,
  body: unknown,
  wanted: number | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sending = typeof body === 'string' ? { headers, raw: body } : { headers }
  const answer = await leak.deployment
    .client()
    .post(path, typeof body === 'string' ? undefined : body, sending)
  answers.push(answer.text)
  if (headers['Idempotency-Key'] !== undefined) requests.push(requestOf(path, body))
  assert.equal(typeof wanted === 'number' ? answer.status : answer.body.status, wanted, answer.text)
  return answer
}

function requestOf(url: string, body: unknown): SentRequest {
  return { method: 'POST', url, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

async function payInEveryWay(): Promise<void> {
  for (const spelled of sent) {
    await post('/payments', payment({ confirm: true }, spelled), 'succeeded')
  }
  await payInSteps()
  await payWithBadLuck()
  for (const choice of ['approve', 'decline', 'abandon']) await payThroughPage(choice)
  await payWithSaved()
  await payOnce()
  await payWrongly()
  await payOut()
  for (const table of ['payments', 'operations', 'events', 'vault', 'idempotency']) {
    await payIntoTrouble(table)
  }
}

async function payInSteps(): Promise<void> {
  const manual = { capture_method: 'manual' }
  const held = (await post('/payments', payment(manual), 'requires_confirmation')).body.payment_id
  await post(`/payments/${held}/confirm`, {}, 'requires_capture')
  await post(`/payments/${held}/capture`, { amount_to_capture: 400 }, 'succeeded')
  const bare = { amount: 1000, currency: 'EUR' }
  const later = (await post('/payments', bare, 'requires_payment_method')).body.payment_id
  await post(`/payments/${later}`, payment(), 'requires_confirmation')
  const { payment_method_data, billing } = payment()
  await post(`/payments/${later}/confirm`, { payment_method_data, billing }, 'succeeded')
  // This one stays in the vault.
  await post('/payments', payment(), 'requires_confirmation')
}

/** Declined, never sent, and sent without an answer. */
async function payWithBadLuck(): Promise<void> {
  const once = payment({ confirm: true })
  await post('/payments', once, 'failed', { 'X-Sandbox-Acquirer': 'duplicate' })
  await post('/payments', { ...once, payment_id: 'down' }, 502, { 'X-Sandbox-Acquirer': 'down' })
  await post('/payments/down/confirm', {}, 'succeeded')
  await setFaults({ error_after: 1 })
  await post('/payments', { ...once, payment_id: 'lost' }, 'processing')
  await setFaults({ maintenance: 1 })
  await post('/payments', { ...once, payment_id: 'closed' }, 503)
  await setFaults({})
}

async function setFaults(rates: Record<string, number>): Promise<void> {
  const answer = await leak.deployment.bank.desk('POST', '/faults', { rates })
  assert.equal(answer.status, 200)
}

async function payThroughPage(choice: string): Promise<void> {
  const asked = payment({ confirm: true, authentication_type: 'three_ds' })
  const { body } = await post('/payments', asked, 'requires_action')
  const page = body.next_action.redirect_to_url as string
  answers.push(await (await fetch(page)).text())
  const form = new URLSearchParams({ choice })
  const chosen = await fetch(page, { method: 'POST', redirect: 'manual', body: form })
  const back = await fetch(chosen.headers.get('Location') ?? '', { redirect: 'manual' })
  assert.equal(back.status, 303)
  answers.push(back.headers.get('Location') ?? '')
}

async function payWithSaved(): Promise<void> {
  await post('/customers', { customer_id: 'ada' }, 201)
  const stored = { confirm: true, customer_id: 'ada', setup_future_usage: 'off_session' }
  const { payment_method_id } = (await post('/payments', payment(stored), 'succeeded')).body
  assert.ok(payment_method_id, 'the card was not saved')
  const { payment_method_data: _, ...again } = payment({ ...stored, payment_method_id })
  await post('/payments', again, 'succeeded')
  const { token } = (await post('/tokens', { card: card() }, 201)).body
  const data = { payment_method_data: { token } }
  await post('/payments', payment({ confirm: true, ...data }), 'succeeded')
  await post('/tokens', { card: card() }, 201)
}

/** Under an Idempotency-Key, again under it, and under a key that is the number itself. */
async function payOnce(): Promise<void> {
  const headers = { 'Idempotency-Key': 'card-leak-1' }
  const once = payment({ confirm: true })
  await post('/payments', once, 'succeeded', headers)
  const again = await post('/payments', once, 'succeeded', headers)
  assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
  await post('/payments', { ...once, amount: 1001 }, 422, headers)
  await post('/payments', once, 'succeeded', { 'Idempotency-Key': NUMBER })
  // As the ids of the caller's request and span.
  const traceparent = `00-${NUMBER.padStart(32, 'a')}-${NUMBER.padStart(16, 'b')}-01`
  await post('/payments', once, 'succeeded', { 'X-Request-Id': NUMBER, traceparent })
}

/** The same number as where money goes: sent, called off, kept, waiting, by a token, and refused. */
async function payOut(): Promise<void> {
  const dates = { expiry_month: '11', expiry_year: '2097', card_holder_name: HOLDER }
  const to = (card_number: string) => ({
    amount: 1000,
    currency: 'EUR',
    payout_type: 'card',
    payout_method_data: { card: { card_number, ...dates } },
  })
  const made = async (body: object) => (await post('/payouts/create', body, 201)).body.payout_id
  for (const spelled of sent) {
    await post(`/payouts/${await made(to(spelled))}/fulfill`, {}, 'success')
  }
  await post(`/payouts/${await made({ ...to(NUMBER), recurring: true })}/fulfill`, {}, 'success')
  await post(`/payouts/${await made(to(NUMBER))}/cancel`, {}, 'cancelled')
  await made({ ...to(NUMBER), auto_fulfill: true })
  await made(to(NUMBER))
  const { token } = (await post('/tokens', { card: card() }, 201)).body
  const tokened = { amount: 1000, currency: 'EUR', payout_type: 'card', payout_token: token }
  await post(`/payouts/${await made(tokened)}/fulfill`, {}, 'success')
  await post('/payouts/create', { ...to(NUMBER), payout_type: 'bank' }, 400)
  await post('/payouts/create', { ...to(`${NUMBER}0`) }, 400)
}

/** Refused, each for another reason and at another place. */
async function payWrongly(): Promise<void> {
  const data = (more: object) => ({ payment_method_data: { card: { ...card(), ...more } } })
  const bodies: unknown[] = [
    payment({ confirm: true, billing: {} }),
    payment({ confirm: true, amount: 'much' }),
    payment({ confirm: true, unknown_field: NUMBER }),
    payment({ confirm: true, description: `card ${NUMBER}` }),
    payment({ metadata: { card: spaced(NUMBER) } }),
    payment({ metadata: { cvc: leak.code } }),
    payment({ order_details: [{ product_name: NUMBER, quantity: 1, amount: 1000 }] }),
    payment(data({ card_holder_name: spaced(NUMBER).replaceAll(' ', '-') })),
    payment({ confirm: true, profile_id: 'pro_nowhere' }),
    payment(data({ card_exp_year: '2001' })),
    payment(data({ card_number: Number(NUMBER) })),
    payment(data({ card_number: `${NUMBER}x` })),
    payment(data({ card_cvc: Number(leak.code) })),
    payment({ payment_method_data: { card: NUMBER } }),
    payment({ payment_method: NUMBER, currency: NUMBER }),
    JSON.stringify(payment()).slice(0, -20),
    `${NUMBER} ${leak.code}`,
    JSON.stringify(payment({ description: 'x'.repeat(2_000_000) })),
  ]
  for (const body of bodies) {
    const headers = { 'Idempotency-Key': `wrong-${bodies.indexOf(body)}` }
    const { status, text } = await leak.deployment.client().post('/payments', undefined, {
      headers,
      raw: typeof body === 'string' ? body : JSON.stringify(body),
    })
    assert.ok(status >= 400 && status < 500, `${bodies.indexOf(body)}: ${status} ${text}`)
    answers.push(text)
  }
  await post('/tokens', { card: { ...card(), card_exp_month: '13' } }, 400)
  // A URL and a field name are repeated only to the caller who got them wrong.
  const shop = leak.deployment.client()
  assert.equal((await shop.post(`/nowhere/${NUMBER}`, payment())).status, 404)
  assert.equal((await shop.post('/payments', payment(data({ [NUMBER]: NUMBER })))).status, 400)
  const plain = { 'Content-Type': 'text/plain' }
  await post('/payments', JSON.stringify(payment()), 415, plain)
}

/** The database refuses a row and shows it completely in its message, as a broken trigger might. */
async function payIntoTrouble(table: string): Promise<void> {
  await withServer(leak.deployment.database_url, async (client) => {
    await client.query(`create or replace function trouble() returns trigger language plpgsql as
      $$ begin raise exception 'trouble with %', new using detail = to_jsonb(new)::text; end $$`)
    await client.query(`create trigger trouble before insert on "${table}"
      for each row execute function trouble()`)
    const headers = { 'Idempotency-Key': `trouble-${table}` }
    const confirm = table !== 'vault'
    // A confirmed payment's first commit writes no event: after it the answer is the current payment.
    const status = table === 'events' ? 200 : 500
    await post('/payments', payment({ confirm }), status, headers)
    await client.query(`drop trigger trouble on "${table}"`)
  })
}

/** The control number and code, written in the ways a careless program might write them. */
async function writeControl(): Promise<void> {
  await withServer(leak.deployment.database_url, async (client) => {
    await client.query('create table control (how text, bytes bytea, number bigint, json jsonb)')
    await client.query(
      `insert into control (how) values ($1), ($2), ('<' || $3 || '>'),
         (encode($1::text::bytea, 'hex')), (encode(('x' || $1)::bytea, 'base64')), (md5($1))`,
      [CONTROL, spaced(CONTROL), leak.control_code],
    )
    await client.query(
      `insert into control (bytes, number, json) values
         (decode('0' || $1, 'hex'), $1::bigint, jsonb_build_object('number', $1::numeric)),
         (sha256($1::text::bytea), null, jsonb_build_object('card_cvc', $2::text, 'name', 'x'))`,
      [CONTROL, leak.control_code],
    )
    const { body } = requestOf('/payments', payment({}, CONTROL))
    await client.query(
      `insert into control (how, bytes) values ('', decode($1, 'hex')), ('salt', decode($2, 'hex'))`,
      [
        createHash('sha256').update(body).digest('hex'),
        createHmac('sha256', 'salt').update(body).digest('hex'),
      ],
    )
    await client.query('analyze')
    await client.query('checkpoint')
  })
}

/** Everything at once: the number in each spelling, and the code. */
function lookForCard(bytes: Buffer): string[] {
  return [...findNeedles(bytes, needles), ...findCode(bytes, leak.code)]
}

test('no answer holds the card number or the security code', () => {
  assert.ok(answers.length > 50)
  const bytes = Buffer.from(answers.join('\n'))
  assert.ok(bytes.includes(`"last4":"${NUMBER.slice(-4)}"`))
  assert.deepEqual(lookForCard(bytes), [])
})

test('no row of any table holds the card number or the security code', async () => {
  const rows = await rowsOf(leak.deployment.database_url)
  const log = [...rows].filter(([name]) => name.startsWith('public.requests_'))
  assert.ok(log.some(([, bytes]) => bytes.includes('/payments/:payment_id/confirm')))
  const found = [...rows].flatMap(([name, bytes]) =>
    lookForCard(bytes).map((what) => `${name}: ${what}`),
  )
  assert.deepEqual(found, [])
  for (const name of ['payments', 'operations', 'events', 'vault', 'idempotency']) {
    assert.ok((rows.get(`public.${name}`)?.length ?? 0) > 0, `${name} is empty`)
  }
  assert.ok(rows.get('public.payments')?.includes(HOLDER))
})

test('a thief with the tables and the right card guess finds no matching hash', async () => {
  assert.ok(requests.length > 5)
  const control = requestOf('/payments', payment({}, CONTROL))

  await withServer(leak.deployment.database_url, async (client) => {
    const tables = await tablesOf(client)
    assert.deepEqual(await guessedIn(client, tables, requests), [])
    assert.deepEqual(await guessedIn(client, tables, [control]), [
      'public.control: sha256',
      'public.control: sha256 with a key from the same row',
    ])
  })
})

test('the sealed vault entry has the number, which proves that it was stored, and no code', async () => {
  const { vault } = leak.deployment.services
  const rows = await withServer(leak.deployment.database_url, (client) =>
    client.query<{ merchant_id: string; vault_id: string }>('select * from vault'),
  )
  const opened = await Promise.all(
    rows.rows.map(({ merchant_id, vault_id }) => vault.get(merchant_id, vault_id)),
  )

  assert.ok(opened.length >= 3)
  for (const secret of opened) {
    const text = JSON.stringify(secret)
    assert.ok(text.includes(NUMBER))
    assert.deepEqual(findCode(Buffer.from(text), leak.code), [])
    assert.doesNotMatch(text, /cvc/)
  }
})

test('no line that the api, the worker or the bank printed, at the lowest level, holds either', async () => {
  const { logs } = leak.folders
  assert.deepEqual(await searchFolder(logs, lookForCard), [])
  const said = ['api is up', '"request"', 'unexpected error', 'bank is up', 'worker is up']
  const received = await searchFolder(logs, (bytes) =>
    said.filter((words) => bytes.includes(words)),
  )
  for (const words of said)
    assert.ok(
      received.some((line) => line.endsWith(words)),
      words,
    )
})

test('no span of a trace holds either, nor the name on the card', () => {
  const { bodies, spans } = leak.collector
  const bytes = Buffer.from(bodies.join('\n'))
  assert.deepEqual(lookForCard(bytes), [])
  assert.ok(!bytes.includes(HOLDER))
  for (const name of ['POST /payments', 'provider authorize', 'commit', 'event payment_succeeded'])
    assert.ok(
      spans.some((span) => span.name === name),
      name,
    )
})

test('the folder of the bank holds neither', async () => {
  const folder = leak.deployment.folder
  assert.deepEqual(await searchFolder(folder, lookForCard), [])
  const last = Buffer.from(`"last_four":"${NUMBER.slice(-4)}"`)
  const control = await searchFolder(folder, (bytes) => (bytes.includes(last) ? ['last'] : []))
  assert.deepEqual(control, ['operations.jsonl: last'])
})

test('no file of PostgreSQL holds either: not the tables, the write-ahead log, nor the statements', async () => {
  await leak.postgres.stop()
  const folder = leak.folders.postgres
  assert.deepEqual(await searchFolder(folder, lookForCard), [])
})

test('the same search finds the control in the same files, so it can fail', async () => {
  await leak.postgres.stop()
  const folder = leak.folders.postgres
  const control = spellings(CONTROL, [spaced(CONTROL)])
  const found = await searchFolder(folder, (bytes) => [
    ...findNeedles(bytes, control),
    ...findCode(bytes, leak.control_code),
    ...(bytes.includes(HOLDER) ? ['holder'] : []),
  ])
  const wanted = ['digits', 'as dddd dddddd ddddd', 'hex of ddddddddddddddd', 'md5 in hex']
  wanted.push('base64 of ddddddddddddddd at 1', 'packed from 1', 'bigint', 'numeric', 'sha256')
  wanted.push('code as a word', 'code near cvc', 'holder')
  for (const place of ['data/base/', 'data/pg_wal/']) {
    const here = found.filter((line) => line.startsWith(place))
    for (const what of wanted) {
      assert.ok(
        here.some((line) => line.endsWith(`: ${what}`)),
        `${place} ${what}`,
      )
    }
  }
  assert.ok(found.includes('postgres.log: holder'))
  assert.ok(found.includes('postgres.log: digits'))
})
