// A person of a merchant's team at the dashboard, in a real browser on a real server.
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { SESSION_COOKIE } from '#http/sessions.ts'
import type { Shop } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'

const TIMEOUT_MS = 120_000

export interface Visit extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** What went wrong in the page: exceptions, and what the Content-Security-Policy refused. */
  readonly faults: string[]
  /** Opens a page of the dashboard by its path. */
  open(path: string): Promise<void>
}

/** A cookie that is for hosts with TLS is also accepted for localhost. */
export function addressOf({ base_url }: Pick<Shop, 'base_url'>): string {
  return base_url.replace('127.0.0.1', 'localhost')
}

/** A browser in which nobody has signed in. */
export async function visit(
  browser: Browser,
  shop: Shop,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  // Without a window there is nobody to choose a file: downloads go the way of browsers that have no such dialog.
  await context.addInitScript('delete window.showSaveFilePicker')
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  return {
    page,
    context,
    faults,
    open: async (path) => {
      await page.goto(`${addressOf(shop)}/dashboard${path}`)
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** A browser of a person with this role. */
export async function visitAs(
  browser: Browser,
  shop: Shop,
  role_id: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const { session } = await signedInAs(shop, role_id)
  assert.ok(session !== undefined)
  const visited = await visit(browser, shop, options)
  await visited.context.addCookies([
    {
      name: SESSION_COOKIE,
      value: session,
      url: 'https://localhost',
      secure: true,
      httpOnly: true,
    },
  ])
  return visited
}

/** The text of the messages about what just happened. */
export function announced(page: Page, text: RegExp): Promise<void> {
  return page.getByRole('status').filter({ hasText: text }).first().waitFor()
}
