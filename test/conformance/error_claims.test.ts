// Claims about changes in errors. An answer claims that nothing was changed only if its request has written nothing;
// otherwise it says so, and that the object must be retrieved.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Answer, Client } from '#testing/client.ts'
import { testBank } from '#testing/bank.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { withCard } from '#testing/payment_body.ts'
import { attemptsContended, customersGone, assertRefused } from '../support/expect.ts'
import { arrange, CHALLENGED, facts, pay, payingShop, sale } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

const down = { 'X-Sandbox-Acquirer': 'down' }
const duplicate = { 'X-Sandbox-Acquirer': 'duplicate' }

function claims(answer: Answer): void {
  assert.match(answer.body.error.message, /Nothing was changed by your request\. Try again/)
}

function claimsNothing(answer: Answer): void {
  assert.doesNotMatch(answer.text, /nothing (was|has been) (changed|sent)/i)
}

/** Says that something may have been written, and what to do. */
function admits(answer: Answer): void {
  claimsNothing(answer)
  assert.match(answer.body.error.message, /may have been carried out in part\. Retrieve the object/)
}

/** From an address that the card-testing guard counts. */
const confirm = (client: Client, payment_id: string) =>
  client.post(`/payments/${payment_id}/confirm`, {
    ...withCard(),
    browser_info: { ip_address: '203.0.113.9' },
  })

describe('a conflict with other requests', () => {
  test('says that nothing was changed only if the request has written nothing', async () => {
    const fresh = (await shop.post('/payments', sale)).body.payment_id
    const waiting = (await pay(shop, CHALLENGED)).body.payment_id
    const read = async () => (await shop.get(`/payments/${fresh}`)).body
    const before = await read()

    // The second one voids its earlier attempt's page first.
    const [untouched, voided] = await attemptsContended(shop, () =>
      Promise.all([confirm(shop, fresh), confirm(shop, waiting)]),
    )

    for (const answer of [untouched, voided]) assertRefused(answer, 409, 'HE_00')
    claims(untouched)
    assert.deepEqual(await read(), before)
    admits(voided)
    const changed = (await shop.get(`/payments/${waiting}`)).body
    assert.notEqual(changed.status, 'requires_action')
  })

  test('an error after a click that changed an earlier payment on the link does not claim that nothing was changed', async () => {
    const link = await createLink(shop)
    const first = await submit(shop, link, { card_number: CHALLENGED })
    const { payment_id, client_secret: secret } = first.body

    const other = await submit(shop, link)
    const own = await submit(shop, link, { secret }, down)

    for (const answer of [other, own]) assertRefused(answer, 409, 'HE_00')
    claims(other)
    // The void on the earlier payment is recorded, although it could not be sent.
    const recorded = await shop.services.db.run(
      `select status from operations where object_id = $1 and kind = 'void'`,
      [payment_id],
    )
    assert.deepEqual(recorded, [{ status: 'not_sent' }])
    admits(own)
  })
})

describe('an internal error', () => {
  test('says that nothing was changed, except on a retry under the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'internal-error' }
    const send = () => shop.post('/customers', {}, { headers })

    const [first, retry] = await customersGone(shop, async () => [await send(), await send()])

    for (const answer of [first, retry]) assertRefused(answer as Answer, 500, 'HE_00')
    claims(first as Answer)
    admits(retry as Answer)
  })
})

describe('the acquirer', () => {
  test('an action that it declined or did not get is reported as such, and no more is claimed', async () => {
    const path = `/payments/${(await arrange(shop, 'requires_capture')).body.payment_id}`
    const capture = (headers = {}) => shop.post(`${path}/capture`, {}, { headers })

    const declined = await capture(duplicate)
    const unreached = await capture(down)
    const bank = await testBank()
    await bank.desk('POST', '/faults', { rates: { maintenance: 1 } })
    const closed = await capture()
    await bank.desk('DELETE', '/faults')

    assertRefused(declined, 422, 'PE_01')
    assertRefused(unreached, 502, 'CE_01')
    assertRefused(closed, 503, 'CE_02')
    for (const answer of [declined, unreached, closed]) claimsNothing(answer)
    for (const answer of [unreached, closed]) {
      assert.match(answer.body.error.message, /the action was not carried out/)
    }
    assert.equal((await shop.get(path)).body.status, 'requires_capture')
  })

  test('a payment that was not sent is named with its status', async () => {
    const answer = await shop.post(
      '/payments',
      { ...sale, confirm: true, ...withCard() },
      { headers: down },
    )

    assertRefused(answer, 502, 'CE_01')
    claimsNothing(answer)
    const { payment_id, status } = answer.body.error.details
    const message = `so the payment ${payment_id} was not sent. It is ${status}; confirm it again.`
    assert.ok(answer.body.error.message.endsWith(message), answer.text)
    assert.deepEqual(await facts(payment_id), [])
  })
})
