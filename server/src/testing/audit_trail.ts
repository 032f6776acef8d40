// A shop's audit trail, sealed as the worker does it, and verified as the doctor does it.
import assert from 'node:assert/strict'
import { Keyring, makeSecret } from '#kernel/crypto.ts'
import type { Reaction } from '#core/outbox/reaction.ts'
import { relayEvents } from '#core/outbox/relay.ts'
import { sealQueue } from '#resources/accounts/audit/seal.ts'
import { type ChainHead, verifyChain } from '#resources/accounts/audit/verify.ts'
import { registry } from '#resources/resources.ts'
import { harness, type Shop } from './harness.ts'
import { paymentBody } from './payment_body.ts'

/** Shared by the shops in this test file. */
export const SECRET = makeSecret()

export function openAuditedShop(env: Readonly<Record<string, string>> = {}): Promise<Shop> {
  return harness({ env: { FLORIN_PROVIDER: 'instant', FLORIN_SECRET: SECRET, ...env } })
}

export function keyringOf(newest: string, ...older: string[]): Keyring {
  const bytes = (secret: string) => Buffer.from(secret, 'hex')
  return new Keyring(bytes(newest), ...older.map(bytes))
}

const reactions = registry.reactions.filter(({ name }) => name === 'audit')

export async function sealAll(shop: Shop, services = shop.services): Promise<void> {
  await relayAll(shop)
  while ((await sealQueue(services)) > 0);
}

export async function relayAll(
  { services }: Shop,
  to: readonly Reaction[] = reactions,
): Promise<void> {
  const relay = { services, lazyDb: services.db, worker_id: 'audit', reactions: [...to] }
  while ((await relayEvents(relay, 500)).length > 0);
}

export async function verify(
  shop: Shop,
  services = shop.services,
): Promise<{ found: string[]; chain: ChainHead }> {
  const found: string[] = []
  const each = verifyChain(services, shop.merchant.merchant_id)
  for (;;) {
    const { done, value } = await each.next()
    if (done) return { found, chain: value }
    found.push(value)
  }
}

export async function findings(shop: Shop, services = shop.services): Promise<string[]> {
  return (await verify(shop, services)).found
}

/** Changes the merchant's rows, as the tables' owner could do it. */
export function change<Row extends object>(
  { services, merchant: { merchant_id } }: Shop,
  sql: string,
): Promise<Row[]> {
  return services.db.run<Row>(sql, [merchant_id])
}

interface Entry {
  audit_id: string
  event_id: string | null
}

/** Three entries in audit_log and two events, in three seals; returns the newest ones. */
export async function sealedShop(env: Readonly<Record<string, string>> = {}) {
  const shop = await openAuditedShop(env)
  for (const name of ['Ada', 'Eve']) await shop.post('/customers', { name })
  await sealAll(shop)
  const paid = await shop.post('/payments', paymentBody({}))
  assert.equal(paid.status, 200, paid.text)
  await sealAll(shop)
  await shop.post('/customers', { name: 'Bob' })
  await shop.post('/payments', paymentBody({}))
  await sealAll(shop)
  const { data } = (await shop.get('/audit')).body as { data: Entry[] }
  const row = data.find((entry) => entry.event_id === null)?.audit_id
  const event = data.find((entry) => entry.event_id !== null)?.audit_id
  return { shop, row, event, [Symbol.asyncDispose]: () => shop.app.close() }
}
