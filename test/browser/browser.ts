// A customer's browser and the shop it comes back to, both on this machine. The browser is the real
// Chromium of the machine, without a window; it can resolve no name but localhost, so it can reach loopback only.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { atProcessEnd } from '#testing/file_end.ts'
import { launchBrowser } from './launch.ts'

let shared: Promise<Browser> | undefined

/** The browser of the test files that share this process. A file closes what it has opened with `closePages`. */
export async function testBrowser(): Promise<Browser> {
  shared ??= (async () => {
    const browser = await launchBrowser()
    atProcessEnd(() => browser.close())
    return browser
  })()
  return await shared
}

/** Before its server ends, because a server waits for open connections. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

export interface ReturnPage extends AsyncDisposable {
  readonly url: string
  /** The query of every visit, oldest first. */
  readonly visits: URLSearchParams[]
}

/** The page of a shop that customers come back to. */
export async function openReturnPage(): Promise<ReturnPage> {
  const visits: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    // A browser also asks for an icon, which is not a visit.
    if (url.pathname !== '/return') return response.writeHead(204).end()
    visits.push(url.searchParams)
    response.writeHead(200, { 'content-type': 'text/html' })
    return response.end(
      '<!doctype html><html lang="en"><title>Shop</title><h1>Thank you</h1></html>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
    return Promise.resolve()
  }
  return { url: `http://127.0.0.1:${port}/return`, visits, [Symbol.asyncDispose]: close }
}

/** Page width in pixels, scrolled parts included. */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth')
}

export interface Focus {
  text: string
  outline_px: number
}

/** The focused element, and its outline width. */
export function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(`(() => {
    const element = document.activeElement
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const outline_px = outlineStyle === 'none' ? 0 : parseFloat(outlineWidth)
    return { text: element.textContent.trim(), outline_px }
  })()`)
}
