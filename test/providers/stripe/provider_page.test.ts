import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorization, openAccount, refTo } from './account.ts'
import type { AuthorizeRequest } from '#core/providers/request.ts'

const instrument = { type: 'provider_page', method_type: 'credit' } as const

async function opened(more: Partial<AuthorizeRequest> = {}) {
  const account = await openAccount({ raw_cards: false })
  const request = authorization({ instrument, ...more })
  const challenge = await account.provider.authorize(request)
  assert.ok(challenge.result === 'challenge', JSON.stringify(challenge))
  const payWith = (number: string) =>
    fetch(challenge.page_url, { method: 'POST', body: `number=${number}`, redirect: 'manual' })
  const query = () => account.provider.query(refTo(request, challenge.transaction_id))
  return { account, request, challenge, payWith, query }
}

test('the transaction is the session, and the approval has its payment', async () => {
  const { account, request, challenge, payWith, query } = await opened({ capture: false })
  await using _ = account
  assert.match(challenge.transaction_id, /^cs_/)
  assert.deepEqual(await query(), challenge)

  const answer = await payWith('4242424242424242')

  assert.equal(answer.headers.get('location'), request.return_url)
  const approved = await query()
  assert.ok(approved !== 'never_seen' && approved.result === 'approved')
  assert.match(approved.transaction_id, /^pi_/)
  const events = await account.provider.listEvents(null)
  assert.ok(events.result === 'events')
  assert.deepEqual(
    events.events.map((event) => event.type === 'operation' && event.outcome),
    [approved],
  )
  assert.deepEqual(account.server.effects(request.operation_id), ['held'])
  assert.deepEqual(account.server.violations, [])
})

test('a declined card is not final while the page is open', async () => {
  const { account, challenge, payWith, query } = await opened()
  await using _ = account

  await payWith('4000000000000002')

  assert.deepEqual(await query(), challenge)
  const page = await account.provider.listEvents(null)
  assert.ok(page.result === 'events')
  assert.deepEqual(page.events, [])
  await payWith('4242424242424242')
  const outcome = await query()
  assert.ok(outcome !== 'never_seen' && outcome.result === 'approved')
})

test('amount 0 verifies the card on the page', async () => {
  const { account, payWith, query } = await opened({ amount: 0 })
  await using _ = account

  await payWith('4242424242424242')

  const outcome = await query()
  assert.ok(outcome !== 'never_seen' && outcome.result === 'approved')
  assert.deepEqual([outcome.amount, outcome.currency], [0, 'EUR'])
  assert.match(outcome.saved_method ?? '', /^cus_/)
  assert.deepEqual(account.server.violations, [])
})

test('a void closes the page: the payment is declined and cannot be made any more', async () => {
  const { account, request, challenge, payWith, query } = await opened()
  await using _ = account
  const { operation_id: parent_id, currency, reference } = request
  const parent = { parent_id, parent_transaction_id: challenge.transaction_id }

  const voided = await account.provider.void({
    operation_id: 'op_v',
    currency,
    reference,
    ...parent,
  })

  assert.ok(voided.result === 'approved' && voided.amount === 0)
  const outcome = await query()
  assert.ok(outcome !== 'never_seen' && outcome.result === 'declined')
  assert.equal(outcome.code, 'UE_4003')
  await payWith('4242424242424242').catch(() => undefined)
  assert.deepEqual(account.server.world.effects, [])
})

test('a page whose session cannot be committed is never shown', async () => {
  await using account = await openAccount()
  const acknowledge = () => Promise.reject(new Error('closed'))

  const outcome = await account.provider.authorize(authorization({ instrument, acknowledge }))

  assert.deepEqual(outcome, { result: 'not_sent', reason: 'unreachable' })
})
