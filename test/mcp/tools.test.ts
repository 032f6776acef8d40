// The MCP server as the official client sees it: which tools exist, what they take, and what calling them does.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { routes } from '#app.ts'
import { operationName } from '#http/operation_names.ts'
import { leftOutByName, reasonLeftOut } from '#http/mcp/left_out.ts'
import { agentOf, dataIn } from '../support/agents.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, DECLINED, facts, pay, payingShop } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

const toolOf = (operation: string) => operation.replaceAll('.', '_')
const offered = routes.filter((row) => reasonLeftOut(row) === undefined)
const CHANGES = offered
  .filter(({ method, access }) => method !== 'GET' && access.endsWith(':write'))
  .map(operationName)

describe('tools', () => {
  test('exist for every route that is not left out with a reason, under one name each', async () => {
    const names = offered.map(operationName)
    assert.equal(new Set(names).size, names.length, 'two routes have one name')
    await using agent = await agentOf(shop, ...CHANGES)

    const tools = await agent.names()

    const own = ['explain_payment', 'why_declined', 'explain_routing', 'search_docs']
    assert.deepEqual(new Set(tools), new Set([...names.map(toolOf), ...own]))
    assert.equal(new Set(tools).size, tools.length)
    for (const name of tools) assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/)
    const all = new Set(routes.map(operationName))
    assert.deepEqual(
      leftOutByName.filter((name) => !all.has(name)),
      [],
    )
  })

  test('that search by POST are left out because a list by GET exists', () => {
    const searches = routes.filter(
      ({ method, summary }) => method === 'POST' && summary.startsWith('Search '),
    )
    const lists = new Set(routes.filter(({ method }) => method === 'GET').map(({ url }) => url))
    assert.ok(searches.length > 10)
    assert.deepEqual(
      searches.filter(({ url }) => !lists.has(url)).map(({ url }) => url),
      [],
    )
  })

  test('exist only if the scopes of the key allow the route', async () => {
    await using agent = await agentOf(
      await shop.keyWith('refunds:read', 'customers:write'),
      'customers.create',
    )

    const names = await agent.names()

    assert.ok(names.includes('refunds_list') && names.includes('customers_create'))
    // Any key may call these.
    const own = new Set([
      'search_docs',
      'health_check',
      'search_query',
      'api_keys_retrieve_current',
    ])
    const others = names.filter((name) => !/^(refunds|customers|payment_methods)_/.test(name))
    assert.deepEqual(
      others.filter((name) => !own.has(name)),
      [],
    )
    await assert.rejects(agent.call('payments_list'), /needs a key with the scope payments:read/)
  })

  test('of a key that is bound to profiles are those that such a key may call', async () => {
    const { merchant_id } = shop.merchant
    const [profile] = (await shop.get(`/account/${merchant_id}/business_profile`)).body
    const made = await shop.post(`/api_keys/${merchant_id}`, {
      name: 'Bound',
      profile_ids: [profile.profile_id],
    })
    await using agent = await agentOf(shop.with(made.body.api_key))

    const names = await agent.names()

    assert.ok(names.includes('payments_list'))
    assert.ok(!names.includes('customers_list'))
    assert.equal((await agent.call('payments_list')).isError, false)
  })

  test('only read unless the connection allows a change by its name', async () => {
    await using reader = await agentOf(shop)
    await using writer = await agentOf(shop, 'refunds.create')

    const tools = await reader.tools()
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
    assert.deepEqual(
      tools.filter(({ name }) => CHANGES.map(toolOf).includes(name)),
      [],
    )
    await assert.rejects(
      reader.call('refunds_create', {}),
      /must allow the change by its name, refunds.create/,
    )
    const changes = (await writer.tools()).filter(({ annotations }) => !annotations?.readOnlyHint)
    assert.deepEqual(
      changes.map(({ name }) => name),
      ['refunds_create'],
    )
  })

  test('take no number of a card or an account, and no secret, at any depth', async () => {
    await using agent = await agentOf(shop, ...CHANGES)
    const names: string[] = []
    const walk = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return
      if ('properties' in value) names.push(...Object.keys(value.properties as object))
      Object.values(value).forEach(walk)
    }

    for (const { inputSchema } of await agent.tools()) walk(inputSchema)

    assert.ok(names.length > 500)
    const known = new Set([
      'card_network',
      'card_country',
      'shipping_tracking_number',
      'token',
      'payout_token',
    ])
    const suspect =
      /card|number|cvc|cvv|iban|^bic$|bank|dpan|secret|token|password|hash_key|headers/i
    assert.deepEqual(
      names.filter((name) => suspect.test(name) && !known.has(name)),
      [],
    )
  })

  test('refuse card data at any depth before a route sees it, and do not repeat it', async () => {
    await using agent = await agentOf(shop, 'payments.create', 'payouts.create')
    const card = {
      card_number: APPROVED,
      card_exp_month: '12',
      card_exp_year: '2035',
      card_cvc: '123',
    }
    const before = shop.log.length

    for (const body of [{ card }, { wallet: { card } }]) {
      const answer = await agent.call('payments_create', {
        amount: 1000,
        currency: 'EUR',
        payment_method_data: body,
      })
      assert.equal(answer.isError, true)
      assert.equal(answer.data.error.code, 'IR_04')
      assert.ok(!answer.text.includes(APPROVED))
    }
    const payout = await agent.call('payouts_create', {
      amount: 1,
      currency: 'EUR',
      payout_method_data: { card },
    })
    assert.equal(payout.isError, true)
    assert.deepEqual(
      shop.log.slice(before).filter((line) => /"route":"\/(payments|payouts)/.test(line)),
      [],
    )
  })
})

describe('a change by an agent', () => {
  test('passes the checks of the route, carries an idempotency key and is in the audit trail as made by an agent', async () => {
    const key = await shop.keyWith('refunds:write', 'payments:read')
    const { payment_id } = (await pay(shop, APPROVED)).body
    await using agent = await agentOf(key, 'refunds.create')

    const first = await agent.call('refunds_create', { payment_id, amount: 300 })
    const idempotency_key = first.requests[0]?.idempotency_key ?? ''
    const again = await agent.call('refunds_create', { payment_id, amount: 300, idempotency_key })
    const tooMuch = await agent.call('refunds_create', { payment_id, amount: 5000 })

    assert.equal(first.isError, false, first.text)
    assert.equal(again.data.refund_id, first.data.refund_id)
    assert.equal(tooMuch.isError, true)
    assert.deepEqual(
      (await facts(payment_id)).filter(([effect]) => /refund/.test(effect)).length <= 1,
      true,
    )
    const { body } = await shop.get(`/audit?actor=agent&object_id=${first.data.refund_id}`)
    assert.ok(body.data.length > 0, 'no entry names the agent')
    assert.equal(body.data[0].actor, 'agent')
    assert.ok(body.data[0].key_id.startsWith('key_'))
    assert.equal(body.data[0].request_id, first.requests[0]?.request_id)
  })

  test('without an event has an entry too, and the same request by the program names the key', async () => {
    const { customer_id } = (await shop.post('/customers', { name: 'Ada' })).body
    await using agent = await agentOf(shop, 'customers.update')

    await agent.call('customers_update', { customer_id, name: 'Grace' })
    await shop.post(`/customers/${customer_id}`, { name: 'Edsger' })

    const { data } = (await shop.get(`/audit?object_id=${customer_id}`)).body
    assert.deepEqual(
      data.map((each: { actor: string }) => each.actor),
      ['api_key', 'agent', 'api_key'],
    )
  })

  test('cannot be claimed by a caller with the header', async () => {
    const sent = { headers: { 'x-florin-agent': 'yes' } }
    const { customer_id } = (await shop.post('/customers', { name: 'Ada' }, sent)).body
    const { data } = (await shop.get(`/audit?object_id=${customer_id}`)).body
    assert.equal(data[0].actor, 'api_key')
  })
})

test('an id of dots reaches no other route', async () => {
  await using agent = await agentOf(shop, 'payments.cancel')

  for (const payment_id of ['.', '..']) {
    const { isError, text, requests } = await agent.call('payments_cancel', { payment_id })

    assert.equal(isError, true)
    assert.match(text, /payment_id is no id/)
    assert.deepEqual(requests, [])
  }
})

describe('answers', () => {
  test('have at most 50 rows, with the total', async () => {
    const made = Array.from({ length: 60 }, (_, n) =>
      shop.post('/customers', { name: `Person ${n}` }),
    )
    await Promise.all(made)
    await using agent = await agentOf(shop)

    const { data } = await agent.call('customers_list', { limit: 100 })

    assert.equal(data.data.length, 50)
    assert.ok(data.total_count >= 60)
  })

  test('hold no secret', async () => {
    const { payment_id, client_secret } = (
      await shop.post('/payments', { amount: 1, currency: 'EUR' })
    ).body
    await using agent = await agentOf(shop)

    const payment = await agent.call('payments_retrieve', { payment_id })
    const profiles = await agent.call('profiles_list')

    assert.equal(payment.data.client_secret, '[redacted]')
    assert.ok(!payment.text.includes(client_secret))
    assert.doesNotMatch(profiles.text, /whsec_|hash_key": "[^[*]/)
  })

  test('explain a decline, with what helps', async () => {
    const { payment_id } = (await pay(shop, DECLINED)).body
    await using agent = await agentOf(shop)

    const why = await agent.call('why_declined', { payment_id })
    const whole = await agent.call('explain_payment', { payment_id })

    assert.equal(why.data.decline.unified_code, 'UE_1007')
    assert.equal(why.data.attempts.length, 1)
    const steps = whole.data.timeline.map(({ what }: { what: string }) => what)
    assert.ok(
      steps.includes('payment created') && steps.includes('event: payment_failed'),
      steps.join(),
    )
    assert.ok(steps.includes('acquirer: declined'), steps.join())
  })

  test('of a tool with several reads leave out what the key may not read, and say so', async () => {
    const { payment_id } = (await pay(shop, APPROVED)).body
    await using agent = await agentOf(await shop.keyWith('payments:read'))

    const { data } = await agent.call('explain_payment', { payment_id })

    assert.match(data.left_out.refunds, /refunds:read/)
    assert.match(data.left_out.transfers, /payouts:read/)
    assert.match(data.left_out.webhooks, /webhooks:read/)
    const steps = data.timeline.map(({ what }: { what: string }) => what)
    assert.ok(!steps.some((what: string) => /^(ledger|event)/.test(what)), steps.join())
  })

  test('find pages of the documentation', async () => {
    await using agent = await agentOf(await shop.keyWith('payments:read'))
    const { data } = await agent.call('search_docs', { query: 'webhook signature' })
    assert.ok(data.found.length > 0)
    assert.match(data.found[0].url, /^\/docs\//)
  })
})

describe('POST /mcp', () => {
  const ask = (body: unknown, headers = {}) => shop.post('/mcp', body, { headers })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  test('needs a secret key', async () => {
    assertRefused(await shop.with(undefined).post('/mcp', list), 401, 'AU_01')
    const publishable = shop.merchant.publishable_key
    assertRefused(await shop.with(publishable).post('/mcp', list), 403, 'AU_03')
  })

  test('refuses other origins, unknown versions of the protocol and unknown changes', async () => {
    assertRefused(await ask(list, { Origin: 'https://evil.example' }), 403, 'AU_03')
    assertRefused(await ask(list, { 'MCP-Protocol-Version': '2000-01-01' }), 400, 'IR_04')
    assertRefused(await ask(list, { 'Florin-Allow': 'refunds.creat' }), 400, 'IR_04')
    assertRefused(await shop.post('/mcp?allow=payments.list', list), 400, 'IR_04')
  })

  test('answers GET and DELETE with 405', async () => {
    assertRefused(await shop.get('/mcp'), 405, 'IR_03')
    assertRefused(await shop.delete('/mcp'), 405, 'IR_03')
  })

  test('bounds the body, the messages in a batch and the tool calls in a request', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'health_check' } }
    const large = { ...list, params: { filler: 'x'.repeat(300_000) } }
    assertRefused(await ask(large), 413, 'IR_07')
    assert.equal((await ask(Array.from({ length: 11 }, () => list))).body.error.code, -32_600)
    const replies = (await ask(Array.from({ length: 6 }, () => call))).body as {
      result?: object
      error?: object
    }[]
    assert.equal(replies.filter(({ result }) => result).length, 5)
    assert.equal(replies.filter(({ error }) => error).length, 1)
  })

  test('answers notifications with 202, and nonsense with an error of JSON-RPC', async () => {
    assert.equal((await ask({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202)
    assert.equal((await ask({ ...list, method: 'resources/list' })).body.error.code, -32_601)
    assert.equal((await ask({ ...list, method: 'constructor' })).body.error.code, -32_601)
    assert.equal((await ask({ hello: 1 })).body.error.code, -32_600)
    assert.equal((await ask('text')).body.error.code, -32_600)
    const bad = { ...list, method: 'tools/list', params: { cursor: '-4' } }
    assert.equal((await ask(bad)).body.error.code, -32_602)
  })
})

test('a request to /mcp that is repeated under its Idempotency-Key makes its change once', async () => {
  const { payment_id } = (await pay(shop, APPROVED)).body
  const params = { name: 'refunds_create', arguments: { payment_id, amount: 100 } }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const headers = { 'Florin-Allow': 'refunds.create', 'Idempotency-Key': 'repeated' }

  const answers = [
    await shop.post('/mcp', body, { headers }),
    await shop.post('/mcp', body, { headers }),
  ]

  const [first, second] = answers.map(({ body: reply }) => dataIn(reply.result.content[0].text))
  assert.deepEqual(second, first)
  assert.equal((await shop.get(`/refunds/list?payment_id=${payment_id}`)).body.data.length, 1)
  const long = { headers: { ...headers, 'Idempotency-Key': 'x'.repeat(201) } }
  const refused = (await shop.post('/mcp', body, long)).body.result
  assert.equal(refused.isError, true)
})
