// Every page of the dashboard: what each role sees, accessibility in both themes, a phone, and a language from right to
// left. All answers that reach the browsers are searched for what must not be in them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { builtInRoles } from '#http/permissions.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { widthOf } from '../browser/browser.ts'
import { bankKey, connectAccount } from '../support/provider_accounts.ts'
import { faultsOf } from './axe.ts'
import { isFullProof } from '#testing/proof.ts'
import { openStage, type Visit, visitAs } from './dashboard.ts'

delayBank(300)

const { browser, shop } = await openStage(
  harness({ env: { ...(await testBank()).env, FLORIN_REQUEST_LOG: 'yes' } }),
)
/** The path of each page, and the scopes of which a role needs one. */
let pages: readonly (readonly [path: string, scope: string | null])[]
/** Ids that belong to another merchant. */
let foreign: readonly string[]
const answers: string[] = []

/** Not one of the test cards that a payment link's page lists. */
const CARD = '4111111111111111'
const DISPUTED = '4000000000000259'

before(async () => {
  pages = await fill(shop)
  const { client, merchant } = await shop.neighbour()
  const { body } = await client.post('/customers', { email: 'somebody.else@example.org' })
  foreign = [merchant.merchant_id, merchant.profile_id, body.customer_id, body.email]
})

/** One object of each kind, so that no page is empty. */
async function fill(client: Shop): Promise<typeof pages> {
  const { merchant } = client
  const { merchant_id, profile_id } = merchant
  const made = async (path: string, body: object, headers = {}) => {
    const answer = await client.post(path, body, { headers })
    assert.ok(answer.status < 300, `${path} ${answer.text}`)
    return answer.body
  }
  const customer = { customer_id: 'ada', email: 'ada@example.com', name: 'Ada King' }
  await made('/customers', customer)
  const { payment_id } = await made(
    '/payments',
    paymentBody({ amount: 4_890, customer_id: 'ada', ...withCard(CARD) }),
  )
  const { refund_id } = await made('/refunds', { payment_id, amount: 1_000 })
  await made('/payments', paymentBody({ amount: 1_990, ...withCard(DISPUTED) }))
  const link = await made('/payment_link', {
    amount: 2_500,
    currency: 'EUR',
    description: 'Poster',
  })
  const iban = 'DE89370400440532013000'
  const bank = { iban, bic: 'COBADEFFXXX', account_holder_name: 'Ada King' }
  const { payout_id } = await made('/payouts/create', {
    amount: 500,
    currency: 'EUR',
    payout_type: 'bank',
    payout_method_data: { bank_transfer: { payout_method_type: 'sepa', ...bank } },
    customer: { name: 'Ada King' },
  })
  const dispute_id = await eventually('the dispute is opened', async () => {
    const { body } = await client.get('/disputes/list')
    return body.data[0]?.dispute_id as string | undefined
  })
  await connectAccount(client, 'Second bank')
  const { key_id } = await made(`/api_keys/${merchant_id}`, { name: 'Reports', scopes: ['*'] })
  const { data } = (await client.get(`/events/${merchant_id}`)).body
  const request = await eventually('a request is logged', async () => {
    const { body } = await client.get('/requests')
    return body.data[0] as { request_id: string } | undefined
  })
  return [
    ['/', null],
    ['/analytics', 'analytics:read'],
    ['/payments', 'payments:read'],
    [`/payments/${payment_id}`, 'payments:read'],
    ['/refunds', 'refunds:read'],
    [`/refunds/${refund_id}`, 'refunds:read'],
    ['/disputes', 'disputes:read'],
    [`/disputes/${dispute_id}`, 'disputes:read'],
    ['/payouts', 'payouts:read'],
    [`/payouts/${payout_id}`, 'payouts:read'],
    ['/customers', 'customers:read'],
    ['/customers/ada', 'customers:read'],
    ['/payment-links', 'payment_links:read'],
    [`/payment-links/${link.payment_link_id}`, 'payment_links:read'],
    ['/plans', 'subscriptions:read'],
    ['/coupons', 'subscriptions:read'],
    ['/subscriptions', 'subscriptions:read'],
    ['/balances', 'payouts:read'],
    ['/api-keys', 'api_keys:read'],
    [`/api-keys/${key_id}`, 'api_keys:read'],
    ['/webhooks', 'webhooks:read'],
    ['/events', 'webhooks:read'],
    [`/events/${data[0].event_id}`, 'webhooks:read'],
    ['/requests', 'requests:read'],
    [`/requests/${request.request_id}`, 'requests:read'],
    ['/test-cards', null],
    ['/team', 'users:read'],
    ['/roles', 'users:read'],
    ['/audit', 'api_keys:read'],
    ['/settings', null],
    ['/settings/providers', 'connectors:read'],
    ['/settings/routing', 'workflows:read'],
    [`/settings/${profile_id}`, 'profiles:read'],
    ['/account', null],
  ]
}

/** Pages that only roles with write access see in full. */
const FORMS = ['/payouts/new', '/payment-links/new', '/subscriptions/new', '/api-keys/new']

async function go(visited: Visit, path: string): Promise<void> {
  await visited.go(path)
  await visited.settled()
}

async function open(role_id: string, options = {}): Promise<Visit> {
  const visited = await visitAs(browser, shop, role_id, options)
  visited.page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!type.includes('json')) return
    void response.text().then(
      (text) => answers.push(`${response.url()} ${text}`),
      () => undefined,
    )
  })
  await visited.open('/')
  await visited.page.locator('main h1').first().waitFor()
  return visited
}

async function refusedOn(page: Page): Promise<string | undefined> {
  const alerts = await page.locator('main [role="alert"] h2').allTextContents()
  return alerts[0]
}

/** One that may write some of it, and one that may write nothing; what a role includes is a table, and every role uses it. */
const roles = isFullProof ? Object.keys(builtInRoles) : ['merchant_operator', 'merchant_view_only']

for (const role_id of roles) {
  test(`${role_id}: every page opens, and none offers what the role does not include`, async () => {
    await using visited = await open(role_id)
    const { page } = visited
    const { scopes } = await (await page.request.get(`${new URL(page.url()).origin}/user`)).json()
    const may = (scope: string | null) =>
      scope === null ||
      [scope, scope.replace(':read', ':write'), '*'].some((s) => scopes.includes(s))
    for (const [path, scope] of pages) {
      await go(visited, path)
      const refusal = await refusedOn(page)
      assert.equal(refusal, may(scope) ? undefined : 'Your role does not include this', path)
    }
    const write = (name: string) => scopes.includes('*') || scopes.includes(`${name}:write`)
    for (const [path, name, button] of [
      ['/payment-links', 'payment_links', /^(New|Create) /],
      ['/payouts', 'payouts', /^(New|Create) /],
      ['/api-keys', 'api_keys', /^(New|Create) /],
      ['/team', 'users', /^Invite/],
      ['/settings/providers', 'connectors', /^Connect/],
      ['/settings/routing', 'workflows', /^Add a rule/],
    ] as const) {
      await go(visited, path)
      const offered = await page.locator('main a, main button').filter({ hasText: button }).count()
      assert.equal(offered > 0, write(name), `${path} ${button}`)
    }
    assert.deepEqual(visited.faults, [])
  })
}

test('text cannot become an element or a script on a page of the dashboard', async () => {
  await using visited = await open('merchant_admin')
  const { page } = visited
  const outcomeOf = (code: string) =>
    page.evaluate(
      `(() => { try { ${code}; return 'done' } catch (error) { return error.name } })()`,
    )

  const markup = await outcomeOf("document.body.innerHTML = '<img src=x onerror=alert(1)>'")
  const script = await outcomeOf("document.createElement('script').text = 'alert(1)'")
  const source = await outcomeOf("document.createElement('script').src = '/dashboard/assets/x.js'")
  const other = await outcomeOf("trustedTypes.createPolicy('mine', { createHTML: (t) => t })")
  const style = await outcomeOf(
    "document.createElement('style').innerHTML = 'p > a { color: red }'",
  )

  assert.deepEqual([markup, script, source, other], Array(4).fill('TypeError'))
  assert.equal(style, 'done')
})

/** Each shape of a page once: home, analytics, a list, a detail, a form, settings, accounts, rules. */
const SHAPES = [
  '/',
  '/analytics',
  '/payments',
  '/customers/ada',
  '/payment-links/new',
  '/settings',
  '/settings/providers',
  '/settings/routing',
]
const isSample = (path: string) => isFullProof || SHAPES.includes(path)
const everywhere = () => [...pages.map(([each]) => each), ...FORMS]

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 375, height: 800 }

async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
}

/** A page draws itself again when its width has changed. */
async function settledWidth(page: Page): Promise<number> {
  const fits = `document.documentElement.scrollWidth <= ${PHONE.width}`
  await page.waitForFunction(fits, undefined, { timeout: 10_000 }).catch(() => undefined)
  return widthOf(page)
}

test('axe finds nothing, and nothing is wider than a phone of 375 pixels', async () => {
  await using visited = await open('merchant_admin', { viewport: DESKTOP, colorScheme: 'light' })
  const { page } = visited
  const found: string[] = []
  for (const path of everywhere().filter(isSample)) {
    await go(visited, path)
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      for (const fault of await faultsOf(page, theme)) found.push(`${path} ${theme} ${fault}`)
    }
    await setTheme(page, 'light')
    await page.setViewportSize(PHONE)
    const width = await settledWidth(page)
    if (width > PHONE.width) found.push(`${path} ${width} pixels`)
    await page.setViewportSize(DESKTOP)
  }
  assert.deepEqual(found, [])
})

test('in Arabic formats nothing is wider than a phone of 375 pixels', async () => {
  await using visited = await open('merchant_admin', { viewport: PHONE })
  const { page } = visited
  await page.evaluate(`localStorage.setItem('florin.preferences', '{"locale":"ar"}')`)
  await page.reload()
  await page.locator('main h1').first().waitFor()
  const wide: string[] = []
  for (const path of everywhere().filter(isSample)) {
    await go(visited, path)
    const width = await widthOf(page)
    if (width > PHONE.width) wide.push(`${path} ${width}`)
  }
  assert.deepEqual(wide, [])
})

test('no answer that reached a browser has a card number, a key, a credential, or data of another merchant', async () => {
  assert.ok(answers.length > 100)
  const { api_key, payment_response_hash_key } = shop.merchant
  const secret = answers.find((answer) => /"client_secret":"/.test(answer))
  assert.equal(secret?.slice(0, 200), undefined)
  const credential = await bankKey()
  const secrets = [CARD, DISPUTED, api_key, payment_response_hash_key, credential, ...foreign]
  for (const each of secrets) {
    const leak = answers.find((answer) => answer.includes(each))
    assert.equal(leak?.slice(0, 200), undefined)
  }
})
