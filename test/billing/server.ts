// One server and one bank for all histories in a test file. Each has its own merchant; time stands still unless a
// history moves it.
import { rm } from 'node:fs/promises'
import { delayBank, testBank } from '#testing/bank.ts'
import { type BankProxy, startBankProxy } from '#testing/bank_proxy.ts'
import { harness, Shop } from '#testing/harness.ts'
import { pass, stopTimers } from '../subscriptions/time.ts'
import { Merchant } from './merchant.ts'

// The bank settles what is pending when a history says so, and not after some seconds.
delayBank(6_000_000)

export class Server implements AsyncDisposable {
  readonly proxy: BankProxy
  private readonly shop: Shop

  constructor(shop: Shop, proxy: BankProxy) {
    this.shop = shop
    this.proxy = proxy
  }

  async merchant(from: Date): Promise<Merchant> {
    const { app, services, clock, log } = this.shop
    clock.stopAt(from)
    const { merchant } = await this.shop.neighbour()
    return new Merchant(new Shop({ app, services, clock, log, merchant }), await testBank())
  }

  /** A script has no hooks that end the bank, as a test has. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shop[Symbol.asyncDispose]()
    await this.proxy[Symbol.asyncDispose]()
    const bank = await testBank()
    const { folder } = bank
    await bank.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export async function startServer(): Promise<Server> {
  const bank = await testBank()
  const proxy = await startBankProxy(bank.url)
  const shop = await harness({ env: { ...bank.env, FLORIN_BANK_URL: proxy.url } })
  return new Server(shop, proxy)
}

/** Runs all due work and delivers every event. */
export function settle({ shop }: Merchant): Promise<void> {
  return pass(shop, shop.clock.now())
}

/** Everything that becomes due until then happens at its moment. */
export function moveTo({ shop }: Merchant, moment: Date): Promise<void> {
  return pass(shop, moment)
}

/** No worker runs until then; then they do what is due. */
export function jumpTo({ shop }: Merchant, moment: Date): Promise<void> {
  shop.clock.stopAt(moment)
  return pass(shop, moment)
}

/** Later histories share the database and must not continue this one. */
export function retire({ shop }: Merchant): Promise<void> {
  return stopTimers(shop)
}
