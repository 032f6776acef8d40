// Shared by the payout tests: a payout in every possible state, and its money's place.
import assert from 'node:assert/strict'
import { advanceClock } from '#testing/advance_clock.ts'
import { testBank } from '#testing/bank.ts'
import type { Answer, Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { until } from './expect.ts'
import { ENDS, money, toBank } from './recipients.ts'

/** Creates it, and checks that it was. */
export async function create(client: Client, body: object = {}): Promise<Answer> {
  const answer = await client.post('/payouts/create', { ...money, ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer
}

export function act(client: Client, { body }: Answer, verb: string, input: object = {}) {
  return client.post(`/payouts/${body.payout_id}/${verb}`, input)
}

export function read(client: Client, { body }: Answer): Promise<Answer> {
  return client.get(`/payouts/${body.payout_id}`)
}

export function assertPayoutStatus(answer: Answer, status: string): void {
  assert.equal(`${answer.status} ${answer.body?.status}`, `200 ${status}`, answer.text)
}

export async function advance(client: Client, by: string): Promise<void> {
  await advanceClock(client, by)
}

async function fulfilled(client: Client, end: string, body: object): Promise<Answer> {
  const made = await create(client, { ...toBank(end), ...body })
  return act(client, made, 'fulfill')
}

/** Steps that bring a payout into each state. */
const arrangements: Readonly<Record<string, (client: Client, body: object) => Promise<Answer>>> = {
  requires_payout_method_data: async (client, body) => {
    return read(client, await create(client, { payout_link: true, ...body }))
  },
  requires_confirmation: async (client, body) => {
    const made = await create(client, { payout_link: true, ...body })
    return client.put(`/payouts/${made.body.payout_id}`, toBank())
  },
  requires_fulfillment: async (client, body) => {
    return read(client, await create(client, { ...toBank(), ...body }))
  },
  requires_vendor_account_creation: (client, body) => fulfilled(client, ENDS.needs_account, body),
  initiated: async (client, body) => {
    const made = await create(client, { ...toBank(), ...body })
    const bank = await testBank()
    // The rail pays, and its answer is lost.
    await bank.desk('POST', '/faults', { rates: { reset_after: 1 }, seed: 1 })
    try {
      return await act(client, made, 'fulfill')
    } finally {
      await bank.desk('DELETE', '/faults')
    }
  },
  pending: (client, body) => fulfilled(client, ENDS.pending, body),
  success: (client, body) => fulfilled(client, ENDS.paid, body),
  failed: (client, body) => fulfilled(client, ENDS.failed, body),
  reversed: async (client, body) => {
    const paid = await fulfilled(client, ENDS.paid, body)
    const path = `/sandbox/payouts/${paid.body.payout_id}/settle`
    return client.post(path, { outcome: 'returned' })
  },
  cancelled: async (client, body) => act(client, await create(client, body), 'cancel'),
  expired: async (client, body) => {
    const made = await create(client, { payout_link: true, session_expiry: 60, ...body })
    await advance(client, '2m')
    return read(client, made)
  },
  ineligible: (client, body) => fulfilled(client, ENDS.ineligible, body),
}

export const statuses: readonly string[] = Object.keys(arrangements)

/** A payout in this state, by real requests only. */
export async function arrange(client: Client, status: string, body: object = {}): Promise<Answer> {
  const answer = await arrangements[status]?.(client, body)
  assert.ok(answer, `no way to ${status} is known`)
  assertPayoutStatus(answer, status)
  return answer
}

/** Waits until the payout has this status, reported by a callback. */
export async function waitForStatus(client: Client, made: Answer, status: string): Promise<Answer> {
  await until(async () => (await read(client, made)).body.status === status)
  return read(client, made)
}

/** A merchant account's balance. */
export async function balance(client: Client, account: string, currency = 'EUR'): Promise<number> {
  const { balances } = (await client.get('/balances')).body
  const found = balances.find((row: { currency: string }) => row.currency === currency)
  return found?.[account] ?? 0
}

/** The lines in the books about this payout, oldest first. */
export async function lines(client: Client, payout_id: string): Promise<[string, number][]> {
  const answer = await client.get(`/ledger/transfers?object_id=${payout_id}&limit=100`)
  return answer.body.data
    .map(({ cause, change_of_available }: { cause: string; change_of_available: number }) => [
      cause,
      change_of_available,
    ])
    .toReversed()
}

/** Everything written in any table, as one text. */
export async function everyRow(shop: Shop): Promise<string> {
  const tables = await shop.services.db.run<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
    [],
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await shop.services.db.run<{ text: string }>(
      `select to_jsonb(t)::text as text from ${name} t`,
      [],
    )
    texts.push(...rows.map((row) => row.text))
  }
  return texts.join('\n')
}
