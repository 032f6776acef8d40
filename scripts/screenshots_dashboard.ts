// Takes the dashboard screenshots for its guide, from a sandbox with --demo history: `npm run screenshots:dashboard`.
// With FLORIN_SCREENSHOTS=FOLDER every page at two widths, in light and dark, and in its other states: loading,
// empty, filtered, failing, offline, refused and missing.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { launchBrowser } from '../test/browser/launch.ts'
import { type Visit, visitAs } from '../test/dashboard/dashboard.ts'
import { type Fault, keepBack, mend, pathOf, type View, views } from '../test/dashboard/states.ts'
import { startSandbox } from '../test/support/sandbox.ts'

type Scheme = 'light' | 'dark'

interface Picture {
  /** A path that ends with `/*` is the page for that list's first row. */
  readonly path: string
  readonly width: number
  readonly scheme: Scheme
  readonly file: string
}

const TIMEOUT_MS = 180_000
const folder =
  process.env['FLORIN_SCREENSHOTS'] ?? resolve(import.meta.dirname, '../docs/dashboard')

const guide: readonly Picture[] = [
  { path: '/', width: 1280, scheme: 'light', file: 'home' },
  { path: '/', width: 1280, scheme: 'dark', file: 'home-dark' },
  { path: '/payments', width: 1280, scheme: 'light', file: 'payments' },
  { path: '/payments/*', width: 1280, scheme: 'light', file: 'payment' },
  { path: '/payments/*', width: 375, scheme: 'dark', file: 'payment-phone-dark' },
  { path: '/disputes/*', width: 1280, scheme: 'light', file: 'dispute' },
  { path: '/analytics', width: 1280, scheme: 'light', file: 'analytics' },
  { path: '/analytics', width: 375, scheme: 'light', file: 'analytics-phone' },
]

const LISTS = ['payments', 'refunds', 'disputes', 'payouts', 'customers', 'payment-links']
const PAGES = ['plans', 'coupons', 'balances', 'api-keys', 'webhooks', 'events', 'test-cards']
const SETTINGS = ['settings', 'settings/providers', 'settings/routing', 'account']
const MORE = ['team', 'roles', 'audit', ...SETTINGS, 'payouts/new', 'payment-links/new']

const all: readonly Picture[] = [
  ...['', 'analytics', ...LISTS, 'subscriptions', ...PAGES, ...MORE].map((name) => `/${name}`),
  ...[...LISTS, 'subscriptions', 'events', 'api-keys'].map((name) => `/${name}/*`),
].flatMap((path) =>
  [1280, 375].flatMap((width) =>
    (['light', 'dark'] as const).map((scheme) => {
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replace('*', 'one')
      return { path, width, scheme, file: `${name}-${width}-${scheme}` }
    }),
  ),
)

const isComplete = process.env['FLORIN_SCREENSHOTS'] !== undefined

test('the dashboard is photographed', async () => {
  const sandbox = await startSandbox(process.env, ['--demo'])
  const browser = await launchBrowser()
  try {
    mkdirSync(folder, { recursive: true })
    const { base_url, user_email, user_password } = sandbox.facts
    const address = `${base_url.replace('127.0.0.1', 'localhost')}/dashboard`
    const page = await signedIn(browser, address, user_email, user_password)
    for (const picture of isComplete ? all : guide) await photograph(page, address, picture)
  } finally {
    await browser.close()
    await sandbox.stop()
  }
})

const states: Readonly<Record<string, (view: View) => boolean>> = {
  loading: ({ kind }) => kind !== 'form',
  failing: ({ kind }) => kind !== 'form',
  offline: ({ kind }) => kind !== 'form',
  empty: ({ kind }) => kind !== 'detail',
  filtered: ({ filter }) => filter !== undefined,
  missing: ({ kind }) => kind === 'detail',
  refused: () => true,
}

test('every state of every page is photographed', { skip: !isComplete }, async () => {
  await using shop = await harness()
  const browser = await launchBrowser()
  try {
    mkdirSync(folder, { recursive: true })
    for (const [state, applies] of Object.entries(states)) {
      await using visited = await visitAs(browser, shop, await roleFor(state, shop))
      for (const view of views.filter(applies)) await photographState(visited, view, state)
    }
  } finally {
    await browser.close()
  }
})

/** A role that includes nothing which any page reads. */
async function roleFor(state: string, shop: Shop): Promise<string> {
  if (state !== 'refused') return 'merchant_admin'
  const { body } = await shop.post('/user/role', { role_name: 'Guest', groups: ['workflows_view'] })
  return body.role_id
}

async function photographState(visited: Visit, view: View, state: string): Promise<void> {
  const { page } = visited
  await mend(page)
  const isHeld = ['loading', 'failing', 'offline'].includes(state)
  if (isHeld) await keepBack(page, view, state as Fault)
  await page.clock.install()
  await page.setViewportSize({ width: 1280, height: 860 })
  await visited.open(pathOf(view) + (state === 'filtered' ? `?${view.filter}` : ''))
  if (state === 'loading') {
    await page
      .locator(`${view.isOfProfiles ? '' : 'main'} [aria-busy="true"]`)
      .first()
      .waitFor()
  } else {
    await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
    await eventually('nothing is loading', async () => {
      // Beyond the pauses between retries.
      await page.clock.fastForward(5_000)
      return (await busy(page).count()) === 0
    })
  }
  for (const width of [1280, 375]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: width === 375 ? 800 : 860 })
      const name = view.route === '/' ? 'home' : view.route.slice(1).replaceAll(/[/$]+/g, '-')
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}-${state}.png`) })
    }
  }
}

function busy(page: Page) {
  return page.locator('main [aria-busy="true"], main [role="status"][aria-label^="Loading"]')
}

async function signedIn(
  browser: Browser,
  address: string,
  email: string,
  password: string,
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  await page.goto(address)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
  return page
}

async function photograph(
  page: Page,
  address: string,
  { path, width, scheme, file }: Picture,
): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize({ width, height: width === 375 ? 800 : 860 })
  await page.goto(address + path.replace('/*', ''))
  if (path.endsWith('/*')) {
    await page.locator('main tbody tr a').first().press('Enter')
    await page.waitForURL((url) => url.pathname.split('/').length === 4)
  }
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  while ((await busy(page).count()) > 0) await page.waitForTimeout(100)
  await page.screenshot({ path: join(folder, `${file}.png`) })
}
