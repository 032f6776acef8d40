// A person of a merchant's team at the dashboard: a real browser on a real server, used without a mouse.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { DAY_MS } from '#kernel/clock.ts'
import { SESSION_COOKIE } from '#http/sessions.ts'
import type { Client } from '#testing/client.ts'
import { eventually } from '#testing/eventually.ts'
import { atFileEnd } from '#testing/file_end.ts'
import type { Shop } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { closePages, testBrowser } from '../browser/browser.ts'
import { isFullProof } from '#testing/proof.ts'

const TIMEOUT_MS = 120_000
/** More than any page has. */
const TAB_STOPS = 400
const TIME_ZONE = 'Europe/Berlin'
/** The browser shows dates as in the United States, whatever the page's language. */
const MOMENT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: TIME_ZONE,
})
/** Moves the focus as a person does, stop by stop. */
let isByKeyboard = isFullProof

/** In this test file the focus moves by Tab and arrow keys alone; elsewhere it is set, which takes a fraction of the time. */
export function useKeyboardOnly(): void {
  isByKeyboard = true
  atFileEnd(async () => {
    isByKeyboard = isFullProof
  })
}

const NEXT: Readonly<Record<string, string>> = { tab: 'ArrowRight', menuitem: 'ArrowDown' }

export class Visit implements AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Page errors: exceptions, and Content-Security-Policy refusals. */
  readonly faults: string[] = []
  private readonly base_url: string

  constructor(context: BrowserContext, page: Page, base_url: string) {
    this.context = context
    this.page = page
    this.base_url = base_url
    page.on('pageerror', (error) => this.faults.push(String(error)))
    page.on('console', (message) => {
      const isRefusal = /Content Security Policy|Trusted(HTML|Script|Type)/.test(message.text())
      if (isRefusal) this.faults.push(message.text())
    })
  }

  /** Opens a page of the dashboard by its path. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.base_url}/dashboard${path}`)
  }

  /** Goes to a page like a link, without loading everything again. */
  async go(path: string): Promise<void> {
    await this.page.evaluate(`history.pushState({}, '', '/dashboard${path}')
      dispatchEvent(new PopStateEvent('popstate'))`)
    const { pathname } = new URL(path, this.base_url)
    await this.page.waitForURL((url) => url.pathname.startsWith(`/dashboard${pathname}`))
  }

  /** The page has a title, and nothing is loading. */
  async settled(): Promise<void> {
    await this.page.locator('main h1, main h2').first().waitFor()
    const loading = this.page.locator('main [aria-busy="true"], main [aria-label^="Loading"]')
    await eventually('nothing is loading', async () => (await loading.count()) === 0)
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  /** The button of the open dialog that carries the action out. */
  confirm(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name })
  }

  /** A text field of the open dialog. */
  field(name: string | RegExp): Locator {
    return this.dialog.getByRole('textbox', { name })
  }

  /** The card of the page with this heading. */
  card(title: string): Locator {
    const heading = this.page.getByRole('heading', { name: title, exact: true })
    return this.page.locator('main section').filter({ has: heading })
  }

  /** Moves the focus there with Tab, and inside a group of radio buttons, tabs or menu items with an arrow key. */
  async reach(target: Locator): Promise<void> {
    // The input of a segmented control is not visible itself: its label is.
    await target.waitFor({ state: 'attached' })
    await eventually(`${named(target)} is enabled`, () => target.isEnabled())
    // A dialog or a menu that has just opened takes the focus in a timer. This one runs after it.
    await this.page.evaluate('new Promise((done) => setTimeout(done))')
    if (!isByKeyboard) {
      await target.focus()
      assert.equal(await focusOf(target), 'there', `${named(target)} does not take the focus`)
      return
    }
    for (let step = 0; step < TAB_STOPS; step++) {
      const focus = await focusOf(target)
      if (focus === 'there') return
      const key = focus === 'near' ? NEXT[(await target.getAttribute('role')) ?? 'radio'] : 'Tab'
      await this.page.keyboard.press(key ?? 'ArrowDown')
    }
    assert.fail(`${named(target)} cannot be reached by keyboard`)
  }

  /** A link, a button, a menu item, or something to tick. */
  async press(target: Locator): Promise<void> {
    await this.reach(target)
    const isTicked = await target.evaluate((element) => element.matches('input'))
    await this.page.keyboard.press(isTicked ? 'Space' : 'Enter')
  }

  /** Replaces what is in the field. */
  async type(target: Locator, text: string): Promise<void> {
    await this.reach(target)
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.press('Delete')
    await this.page.keyboard.insertText(text)
  }

  /** Into a field that the browser divides into parts, such as a day: `12312040` or `0330AM`. */
  async typeParts(target: Locator, keys: string): Promise<void> {
    await this.reach(target)
    await this.page.keyboard.type(keys)
  }

  /** Enters a moment, to the minute, part by part as the field shows them in the browser's time zone. */
  async typeMoment(target: Locator, at: Date): Promise<void> {
    const { day, month, year, hour, minute, dayPeriod } = Object.fromEntries(
      MOMENT.formatToParts(at).map(({ type, value }) => [type, value]),
    )
    await this.typeParts(target, `${month}${day}${year}`)
    await this.page.keyboard.press('ArrowRight')
    await this.page.keyboard.type(`${hour}${minute}${dayPeriod}`)
  }

  /** Opens a list of options and chooses one. */
  async choose(target: Locator, name: string | RegExp): Promise<void> {
    await this.reach(target)
    await this.page.keyboard.press('ArrowDown')
    const option = this.page.getByRole('option', { name })
    await option.waitFor()
    if (!isByKeyboard) return option.click()
    for (let step = 0; step < TAB_STOPS; step++) {
      if ((await option.getAttribute('data-combobox-selected')) !== null) {
        return this.page.keyboard.press('Enter')
      }
      await this.page.keyboard.press('ArrowDown')
    }
    assert.fail(`${named(option)} cannot be chosen by keyboard`)
  }

  /** Waits for the message about what just happened. */
  announced(text: RegExp): Promise<void> {
    return this.page.getByRole('status').filter({ hasText: text }).first().waitFor()
  }

  /** The text that a button has just copied. */
  copied(): Promise<string> {
    return this.page.evaluate('navigator.clipboard.readText()')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close()
  }
}

/** The lines of an invoice or of an estimate, such as `To pay: €10.00`. */
export async function shownLines(place: Locator): Promise<string[]> {
  await place.locator('dl').first().waitFor()
  const rows = await place.locator('dl').first().locator('> div').allInnerTexts()
  return rows
    .map((row) => row.split('\n').filter(Boolean))
    .map((parts) => `${parts[0]}: ${parts.at(-1)}`)
}

// oxlint-disable-next-line typescript/no-base-to-string
const named = (target: Locator) => String(target)

/** True if the focus is on the element or in its group, which is a single Tab stop. */
function focusOf(target: Locator): Promise<'there' | 'near' | 'elsewhere'> {
  return target.evaluate((element) => {
    const focused = element.ownerDocument.activeElement
    if (focused === element) return 'there'
    const groupOf = (each: typeof element) =>
      each.type === 'radio' ? each.name : each.closest('[role="tablist"], [role="menu"]')
    return groupOf(element) && groupOf(element) === groupOf(focused) ? 'near' : 'elsewhere'
  })
}

/** To the minute, as a person enters it. */
export function daysAhead(days: number): Date {
  const at = Date.now() + days * DAY_MS
  return new Date(at - (at % 60_000))
}

/** The browser; what a test file opens in it is closed with the file. */
export async function openBrowser(): Promise<Browser> {
  const browser = await testBrowser()
  after(() => closePages(browser))
  return browser
}

/** The browser, and the shop whose dashboard it opens, which ends with the test file. */
export async function openStage(opening: Promise<Shop>): Promise<{ browser: Browser; shop: Shop }> {
  // Its pages are closed first: the server waits for open connections.
  const browser = await openBrowser()
  const shop = await opening
  after(() => shop[Symbol.asyncDispose]())
  return { browser, shop }
}

/** A cookie that is for hosts with TLS is also accepted for localhost. */
export function addressOf({ base_url }: Pick<Shop, 'base_url'>): string {
  return base_url.replace('127.0.0.1', 'localhost')
}

/** A browser without a session. */
export async function visit(
  browser: Browser,
  shop: Shop,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: TIME_ZONE,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  // A headless browser has no file dialog: downloads work as in browsers without one.
  await context.addInitScript('delete window.showSaveFilePicker')
  return new Visit(context, await context.newPage(), addressOf(shop))
}

/** At the page that asks for them. */
export async function signInAt(visited: Visit, email: string, password: string): Promise<void> {
  await visited.type(visited.page.getByLabel('E-mail address'), email)
  await visited.type(visited.page.getByLabel('Password', { exact: true }), password)
  await visited.page.keyboard.press('Enter')
}

/** The device has a finger, a face or a PIN, which Chromium simulates; every prompt is confirmed. */
export async function addAuthenticator({ context, page }: Visit): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** A browser of a person with this role. */
export async function visitAs(
  browser: Browser,
  shop: Shop,
  role_id: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  return visitWith(browser, shop, await signedInAs(shop, role_id), options)
}

/** A browser that has the session of this client. */
export async function visitWith(
  browser: Browser,
  shop: Shop,
  { session }: Client,
  options: BrowserContextOptions = {},
): Promise<Visit> {
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

/** Opens a page with this role and does the work there, without a page error. */
export async function workAs(
  { browser, shop, role }: { browser: Browser; shop: Shop; role: string },
  path: string,
  work: (visit: Visit) => Promise<void>,
): Promise<void> {
  await using visited = await visitAs(browser, shop, role)
  await visited.open(path)
  await visited.page.getByRole('heading', { level: 1 }).waitFor()
  await work(visited)
  assert.deepEqual(visited.faults, [])
}

/** Matching links and buttons on these pages, with this role. Each page is ready when it has its text. */
export async function offered(
  { browser, shop, role }: { browser: Browser; shop: Shop; role: string },
  pages: Readonly<Record<string, string>>,
  actions: RegExp,
): Promise<string[]> {
  await using visited = await visitAs(browser, shop, role)
  const found: string[] = []
  for (const [path, text] of Object.entries(pages)) {
    await visited.open(path)
    const main = visited.page.getByRole('main')
    await main.getByText(text).first().waitFor()
    found.push(...(await main.locator('a, button').filter({ hasText: actions }).allTextContents()))
  }
  assert.deepEqual(visited.faults, [])
  return found
}
