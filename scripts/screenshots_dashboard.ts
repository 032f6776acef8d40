// Takes the pictures of the dashboard for its guide, from a sandbox with the history of --demo: `npm run
// screenshots:dashboard`. With FLORIN_SCREENSHOTS=FOLDER every page at two widths, in light and dark.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/browser/browser.ts'
import { startSandbox } from '../test/support/sandbox.ts'

type Scheme = 'light' | 'dark'

interface Picture {
  /** A path that ends with `/*` is the page of the first row of that list. */
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
const MORE = ['team', 'roles', 'audit', 'settings', 'account', 'payouts/new', 'payment-links/new']

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

const pictures = process.env['FLORIN_SCREENSHOTS'] === undefined ? guide : all

test('the dashboard is photographed', async () => {
  const sandbox = await startSandbox(process.env, ['--demo'])
  const browser = await launchBrowser()
  try {
    mkdirSync(folder, { recursive: true })
    const { base_url, user_email, user_password } = sandbox.facts
    const address = `${base_url.replace('127.0.0.1', 'localhost')}/dashboard`
    const page = await signedIn(browser, address, user_email, user_password)
    for (const picture of pictures) await photograph(page, address, picture)
  } finally {
    await browser.close()
    await sandbox.stop()
  }
})

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
    await page.locator('main tbody tr[tabindex]').first().click()
    await page.waitForURL((url) => url.pathname.split('/').length === 4)
  }
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  const waiting = page.locator(
    'main [aria-busy="true"], main [role="status"][aria-label^="Loading"]',
  )
  while ((await waiting.count()) > 0) await page.waitForTimeout(100)
  await page.screenshot({ path: join(folder, `${file}.png`) })
}
