import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney } from './money.ts'
import { authorize, card, testBank } from './testing.ts'

const challenged = card('4000000000003220')
const return_url = 'https://shop.example/back?cart=7#top'

function redirect(method: string, method_type: string) {
  return { type: 'redirect', method, method_type, data: {} }
}

for (const [choice, outcome, code] of [
  ['approve', 'approved', '00'],
  ['decline', 'declined', 'A01'],
  ['abandon', 'declined', 'A03'],
] as const) {
  test(`${choice} on the issuer's page is recorded and leads back to the shop`, async () => {
    await using bank = await testBank()
    const request = authorize({ instrument: challenged, return_url, capture: true })
    const { page_url } = (await bank.ask(request)).body

    const answer = await bank.choose(page_url, choice)

    assert.equal(answer.status, 303)
    const back = new URL(answer.headers.get('location') ?? '')
    assert.equal(back.origin + back.pathname + back.hash, 'https://shop.example/back#top')
    assert.deepEqual([...back.searchParams.keys()], ['cart', 'operation_id'])
    assert.equal(back.searchParams.get('operation_id'), request.operation_id)
    const { body } = await bank.get(`/operations/${request.operation_id}`)
    assert.deepEqual([body.outcome, body.code, body.page_url], [outcome, code, null])
    const last = (await bank.log()).at(-1)
    assert.equal(last?.effect, choice === 'approve' ? 'charged' : 'declined')
  })
}

for (const [choice, code] of [
  ['approve', '00'],
  ['decline', 'D01'],
  ['abandon', '17'],
] as const) {
  test(`${choice} on a wallet's page ends with ${code}`, async () => {
    await using bank = await testBank()
    const request = authorize({ instrument: redirect('wallet', 'paypal'), return_url })
    const { page_url } = (await bank.ask(request)).body
    await bank.choose(page_url, choice)
    assert.equal((await bank.get(`/operations/${request.operation_id}`)).body.code, code)
  })
}

test('apple_pay and google_pay carry their own consent and need no page', async () => {
  await using bank = await testBank()
  for (const method_type of ['apple_pay', 'google_pay']) {
    const answer = await bank.ask(authorize({ instrument: redirect('wallet', method_type) }))
    assert.equal(answer.body.outcome, 'approved')
  }
})

test('a page is answered once: the same choice again leads to the shop too, and another choice changes nothing', async () => {
  await using bank = await testBank()
  const request = authorize({ instrument: challenged, return_url })
  const { page_url } = (await bank.ask(request)).body

  const statuses: number[] = []
  for (const choice of ['approve', 'decline', 'approve', 'abandon']) {
    statuses.push((await bank.choose(page_url, choice)).status)
  }

  assert.deepEqual(statuses, [303, 409, 303, 409])
  assert.equal((await bank.log()).length, 2)
  const page = await (await fetch(page_url ?? '')).text()
  assert.match(page, /already answered/)
  assert.match(page, /href="https:\/\/shop\.example\/back\?cart=7&amp;operation_id=/)
  assert.ok(!page.includes('<form'))
})

test('without a shop to go back to, the page itself says that it was answered', async () => {
  await using bank = await testBank()
  const { page_url } = (await bank.ask(authorize({ instrument: challenged }))).body
  const answer = await bank.choose(page_url, 'approve')
  assert.equal(answer.status, 303)
  const location = new URL(answer.headers.get('location') ?? '', page_url ?? '')
  assert.equal(location.href, page_url)
  assert.match(await (await fetch(location)).text(), /already answered/)
})

test('an unanswered page stays open', async () => {
  await using bank = await testBank()
  const request = authorize({ instrument: challenged })
  const { page_url } = (await bank.ask(request)).body
  await fetch(page_url ?? '')
  bank.clock.advance(24 * 60 * 60 * 1000)
  assert.equal((await bank.get(`/operations/${request.operation_id}`)).body.outcome, 'challenge')
})

test('a form without a choice is explained and changes nothing', async () => {
  await using bank = await testBank()
  const request = authorize({ instrument: challenged })
  const { page_url } = (await bank.ask(request)).body
  const answer = await bank.choose(page_url, 'perhaps')
  assert.equal(answer.status, 400)
  assert.match(await answer.text(), /use one of the three buttons/)
  assert.equal((await bank.get(`/operations/${request.operation_id}`)).body.outcome, 'challenge')
})

test('a page that does not exist is a page that says so', async () => {
  await using bank = await testBank()
  const answer = await fetch(`${bank.base_url}/pages/guess`)
  assert.equal(answer.status, 404)
  assert.match(answer.headers.get('content-type') ?? '', /text\/html/)
  assert.match(await answer.text(), /start the payment again/)
})

test('pages have a language, a title, a form of three buttons, and run nothing', async () => {
  await using bank = await testBank()
  const descriptor = '<script>alert("x")</script> & Söhne'
  const instruments = [challenged, redirect('wallet', 'paypal'), redirect('bank_redirect', 'ideal')]
  for (const instrument of instruments) {
    const request = authorize({ instrument, descriptor, return_url, amount: 123_456 })
    const answer = await fetch((await bank.ask(request)).body.page_url ?? '')
    const page = await answer.text()

    assert.match(page, /<html lang="en">/)
    assert.match(page, /<title>[^<]+<\/title>/)
    assert.match(page, /<meta name="viewport"/)
    assert.equal(page.match(/<button [^>]*name="choice" value="\w+"/g)?.length, 3)
    assert.match(page, /EUR 1,234\.56/)
    assert.match(page, /&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt; &amp; Söhne/)
    assert.ok(!page.includes('<script'))
    assert.ok(!/(margin|padding|border)-(left|right)|text-align: *(left|right)/.test(page))
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; style-src 'sha256-[^']+';/)
    assert.ok(!policy.includes('unsafe'))
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
})

test("a page says first that it is a sandbox, and uses the method's common name", async () => {
  await using bank = await testBank()
  for (const [method, method_type, name] of [
    ['bank_redirect', 'ideal', 'iDEAL'],
    ['wallet', 'paypal', 'PayPal'],
    ['pay_later', 'klarna', 'Klarna'],
    ['wallet', 'constructor', 'Constructor'],
  ] as const) {
    const request = authorize({ instrument: redirect(method, method_type) })
    const { page_url } = (await bank.ask(request)).body
    const page = await (await fetch(page_url ?? '')).text()
    assert.match(page, new RegExp(`<h1>Pay with <bdi>${name}</bdi></h1>`))
    assert.ok(page.indexOf('This is a sandbox') < page.indexOf('<h1>'))
    assert.ok(page.includes(request.reference) && !page.includes('On your statement'))
  }
})

test("the issuer's page shows no more of the card than its last four digits", async () => {
  await using bank = await testBank()
  const { page_url } = (await bank.ask(authorize({ instrument: challenged }))).body
  const page = await (await fetch(page_url ?? '')).text()
  assert.match(page, /ending in 3220/)
  assert.ok(!page.includes('400000'))
})

test('money is shown to its lowest unit in every currency', () => {
  assert.equal(formatMoney(5, 'EUR'), 'EUR 0.05')
  assert.equal(formatMoney(0, 'EUR'), 'EUR 0.00')
  assert.equal(formatMoney(12_345, 'EUR'), 'EUR 123.45')
  assert.equal(formatMoney(123_456, 'EUR'), 'EUR 1,234.56')
  assert.equal(formatMoney(1_000, 'JPY'), 'JPY 1,000')
  assert.equal(formatMoney(1_234, 'KWD'), 'KWD 1.234')
  assert.equal(formatMoney(12_345, 'CLF'), 'CLF 1.2345')
  assert.equal(formatMoney(Number.MAX_SAFE_INTEGER, 'USD'), 'USD 90,071,992,547,409.91')
})
