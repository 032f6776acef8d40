// The shop of examples/shop, run as a program of its own, so that its page and Florin are two origins.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { FrameLocator, Page } from 'playwright-core'
import type { Shop } from '#testing/harness.ts'

const program = resolve(import.meta.dirname, '../../examples/shop/server.mjs')

export interface ExampleShop extends AsyncDisposable {
  readonly url: string
}

export async function startShop(florin: Shop, publishable_key?: string): Promise<ExampleShop> {
  const { api_key, publishable_key: first } = florin.merchant
  const keys = { API_KEY: api_key, PUBLISHABLE_KEY: publishable_key ?? first }
  const env = { ...process.env, BASE_URL: florin.base_url, ...keys, PORT: '0' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('http:')) await once(child.stdout, 'data')
  const [url = ''] = /http:\S+/.exec(output) ?? []
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}

export function cardForm(page: Page): FrameLocator {
  return page.frameLocator('#card iframe')
}

export const CODE = '739'

export async function fillCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page)
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry date').fill('12 / 34')
  await form.getByLabel('Security code').fill(CODE)
  await form.getByLabel('Name on card').fill('Ada King')
}

export async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await page.getByRole('button', { name: 'Pay' }).click()
}
