// A scenario is a short history of a shop that sells subscriptions, with the real bank. Time stands still unless the
// scenario moves it; while it passes, due work happens at its moment. At the end the books must balance.
import { after, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { harness, Shop } from '#testing/harness.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import { type BankProxy, startBankProxy } from '#testing/bank_proxy.ts'
import { balances } from './balances.ts'
import { moment } from './notation.ts'
import { observe, reachedBy } from './reached.ts'
import { Story } from './story.ts'
import { pass, stopTimers } from './time.ts'

// The bank settles what is pending when a scenario says so, and not after some seconds.
delayBank(600_000)

interface Server {
  shop: Shop
  proxy: BankProxy
}

let server: Promise<Server> | undefined

/** One server for all scenarios; each has its own merchant and sets the clock. */
function open(): Promise<Server> {
  server ??= start()
  return server
}

async function start(): Promise<Server> {
  const bank = await testBank()
  const proxy = await startBankProxy(bank.url)
  const shop = await harness({ env: { ...bank.env, FLORIN_BANK_URL: proxy.url } })
  await observe(shop)
  return { shop, proxy }
}

after(async () => {
  const { shop, proxy } = await open()
  await shop[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
})

export function scenario(name: string, from: string, act: (story: Story) => Promise<void>): void {
  void test(name, async () => {
    const { shop: first, proxy } = await open()
    const bank = await testBank()
    const log = await bank.log()
    const { app, services, clock, log: lines } = first
    clock.stopAt(moment(from))
    const { merchant } = await first.neighbour()
    const shop = new Shop({ app, services, clock, log: lines, merchant })
    const story = new Story(shop, proxy)
    try {
      await act(story)
      await pass(shop, shop.clock.now())
      await balances(shop, (await bank.log()).slice(log.length))
    } finally {
      proxy.clear()
      await stopTimers(shop)
    }
  })
}

/** The statuses and transitions from all scenarios together. */
export async function reached() {
  return reachedBy((await open()).shop)
}

/** The doctor's findings in all scenarios' books, compared with the bank's log. */
export async function violations() {
  const { services } = (await open()).shop
  const bank = await testBank()
  const { findings } = await checkBooks(services, await readBankLog(await bank.log()))
  return findings.flatMap((finding) =>
    finding.violations.map(({ message, object_id }) =>
      [finding.name, object_id, message].join(': '),
    ),
  )
}
