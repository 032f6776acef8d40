// A shopper who pays a payment link: a browser without a key, which calls what the hosted page calls.
import assert from 'node:assert/strict'
import { exampleCard, exampleMethod } from '#resources/payments/payments/example.ts'
import { newId } from '#kernel/ids.ts'
import type { Answer, Client } from './client.ts'

/** Creates a link and returns its id. */
export async function createLink(merchant: Client, body: object = {}): Promise<string> {
  const made = await merchant.post('/payment_link', { amount: 2500, currency: 'EUR', ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.payment_link_id as string
}

/** One click on Pay; by default with a card that is approved, as a new attempt. */
export function submit(
  shop: Client,
  payment_link_id: string,
  more: Submit = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { card_number = exampleCard.card_number, secret, ...rest } = more
  const { billing: _, ...method } = exampleMethod
  const body = {
    attempt_id: newId('req'),
    ...method,
    payment_method_data: { card: { ...exampleCard, card_number } },
    ...rest,
  }
  const proof = secret === undefined ? {} : { 'X-Client-Secret': secret }
  return shop
    .with(undefined)
    .post(`/pay/${payment_link_id}/payments`, body, { headers: { ...proof, ...headers } })
}

interface Submit extends Readonly<Record<string, unknown>> {
  readonly card_number?: string
  readonly secret?: string
}

/** The data in the page. */
export function pageData(page: Answer): Record<string, unknown> {
  const [, json = ''] = /id="florin-data">(.*?)<\/script>/s.exec(page.text) ?? []
  return JSON.parse(json) as Record<string, unknown>
}
