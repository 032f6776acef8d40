// Measures how long a shopper waits for the hosted page with an empty cache, and how much is transferred: `npm run
// measure:page`. Interactive is the moment at which the card form is there and the main thread is free for the first
// time.
import { test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Hosted, startHosted } from '../test/browser/hosted_page.ts'

const VISITS = 20

interface Condition {
  name: string
  cpu_slowdown: number
  network: { latency_ms: number; bytes_per_s: number } | null
}

const conditions: readonly Condition[] = [
  { name: 'this machine, loopback', cpu_slowdown: 1, network: null },
  {
    name: 'a slow phone: CPU 4 times slower, 1.6 Mbit/s, 150 ms',
    cpu_slowdown: 4,
    network: { latency_ms: 150, bytes_per_s: 200_000 },
  },
]

interface Visit {
  painted_ms: number
  interactive_ms: number
  bytes: Map<string, number>
}

test('the hosted page is measured', async () => {
  await using hosted = await startHosted()
  const { url } = await hosted.createLink()
  await open(hosted.browser, url, conditions[0] as Condition)
  for (const condition of conditions) {
    const visits: Visit[] = []
    for (let n = 0; n < VISITS; n++) visits.push(await open(hosted.browser, url, condition))
    report(condition, visits)
  }
  await reportSizes(hosted, url)
})

async function open(browser: Browser, url: string, condition: Condition): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: condition.cpu_slowdown })
    if (condition.network !== null) {
      const { latency_ms, bytes_per_s } = condition.network
      const limits = { downloadThroughput: bytes_per_s, uploadThroughput: bytes_per_s }
      const link = { offline: false, latency: latency_ms, ...limits }
      await session.send('Network.emulateNetworkConditions', link)
    }
    const names = new Map<string, string>()
    const bytes = new Map<string, number>()
    session.on('Network.responseReceived', ({ requestId, response }) => {
      names.set(requestId, response.mimeType)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes.set(names.get(requestId) ?? '', encodedDataLength)
    })
    await page.addInitScript(`
      new MutationObserver((_, observer) => {
        if (!document.getElementById('card-number')) return
        observer.disconnect()
        setTimeout(() => { window.interactive_ms = performance.now() })
      }).observe(document, { childList: true, subtree: true })`)
    await page.goto(url)
    await page.waitForFunction(
      'window.interactive_ms > 0 && performance.getEntriesByName("first-contentful-paint").length > 0',
    )
    const interactive_ms: number = await page.evaluate('window.interactive_ms')
    const painted_ms: number = await page.evaluate(
      'performance.getEntriesByName("first-contentful-paint")[0].startTime',
    )
    return { painted_ms, interactive_ms, bytes }
  } finally {
    await context.close()
  }
}

function report({ name }: Condition, visits: readonly Visit[]): void {
  const sorted = (of: (visit: Visit) => number) => visits.map(of).toSorted((a, b) => a - b)
  const show = (values: number[]) =>
    `${values[values.length >> 1]?.toFixed(0)} ms (slowest ${values.at(-1)?.toFixed(0)} ms)`
  console.log(`${name}, ${visits.length} visits with an empty cache:`)
  console.log(`  first content  ${show(sorted(({ painted_ms }) => painted_ms))}`)
  console.log(`  interactive    ${show(sorted(({ interactive_ms }) => interactive_ms))}`)
  const sizes = [...(visits.at(-1)?.bytes ?? [])].map(([type, size]) => `${type} ${size}`)
  console.log(`  transferred    ${sizes.join(', ')}`)
  const total = [...(visits.at(-1)?.bytes.values() ?? [])].reduce((sum, size) => sum + size, 0)
  console.log(`  in total       ${total} bytes with headers`)
}

/** With gzip, for browsers and proxies that have no brotli. */
async function reportSizes(hosted: Hosted, url: string): Promise<void> {
  const page = await (await fetch(url)).text()
  const assets = page.match(/\/pay\/assets\/page-[\w.-]+/g) ?? []
  for (const asset of new Set(assets)) {
    const answer = await fetch(hosted.shop.base_url + asset, {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    console.log(`  ${asset} with gzip: ${answer.headers.get('content-length')} bytes`)
  }
}
