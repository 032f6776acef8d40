// Provider accounts at the sandbox bank.
import assert from 'node:assert/strict'
import { testBank } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'

const path = ({ merchant }: Shop) => `/account/${merchant.merchant_id}/connectors`

/** The credential of every account at the bank of this test file. */
export async function bankKey(): Promise<string> {
  return (await testBank()).env['FLORIN_BANK_KEY'] ?? ''
}

/** Returns the id of the new account. */
export async function connectAccount(
  shop: Shop,
  connector_label: string,
  more: object = {},
): Promise<string> {
  const credentials = { key: await bankKey() }
  const body = { connector_name: 'bank', connector_label, credentials, ...more }
  const answer = await shop.post(path(shop), body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.connector_id
}

interface Account {
  readonly connector_id: string
  readonly connector_label: string
  readonly status: string
  readonly webhook_url: string | null
  readonly verified_at: string
}

export async function readAccounts(shop: Shop): Promise<Account[]> {
  return (await shop.get(path(shop))).body
}
