// Shared by the interface tests: a refusal's format, and two ways to arrange a rare moment.
import assert from 'node:assert/strict'
import type { ErrorCode } from '#errors.ts'
import { withServer } from '#kernel/databases.ts'
import type { Answer } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'
import type { Shop } from '#testing/harness.ts'
import { eventually } from '#testing/eventually.ts'

/** Exactly this status and code, in the one error format, and naming this field if given. */
export function assertRefused(
  answer: Answer,
  status: number,
  code: ErrorCode,
  field?: string,
): void {
  const error = answer.body?.error
  assert.equal(`${answer.status} ${error?.code}`, `${status} ${code}`, answer.text)
  assert.equal(typeof error.type, 'string')
  assert.equal(typeof error.message, 'string')
  assert.equal(error.request_id, answer.headers.get('X-Request-Id'))
  if (field !== undefined) assert.equal(error.field, field)
}

/** A timestamp as every answer writes it. */
export const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Moves the clock to the start of a minute, so that everything after stays within it. */
export function freshMinute(shop: Shop): void {
  shop.clock.advance(60_000 - (shop.clock.now().getTime() % 60_000))
}

/** Locks the customers table until `release`, over a separate connection. */
export async function customersHeld<T>(
  work: (release: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return withServer(await testDatabase(), async (client) => {
    await client.query('begin; lock table customers in access exclusive mode')
    return work(async () => void (await client.query('rollback')))
  })
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  await eventually('what is waited for', holds)
}

/** Runs the work while the customers cannot be reached at all. */
export async function customersGone<T>(shop: Shop, work: () => Promise<T>): Promise<T> {
  await shop.services.db.run('alter table customers rename to customers_gone', [])
  try {
    return await work()
  } finally {
    await shop.services.db.run('alter table customers_gone rename to customers', [])
  }
}

/** Runs the work while every change to a customer loses against another writer. */
export function customersContended<T>(shop: Shop, work: () => Promise<T>): Promise<T> {
  return contended(shop, 'update on customers', work)
}

/** Runs the work while every attempt that the card-testing guard counts loses against another one. */
export function attemptsContended<T>(shop: Shop, work: () => Promise<T>): Promise<T> {
  return contended(shop, 'insert on card_failures', work)
}

async function contended<T>(shop: Shop, change: string, work: () => Promise<T>): Promise<T> {
  const { db } = shop.services
  await db.run(
    `create function lose() returns trigger language plpgsql as $$
    begin raise exception 'another writer was faster' using errcode = '40001'; end $$`,
    [],
  )
  await db.run(`create trigger losing before ${change} for each row execute function lose()`, [])
  try {
    return await work()
  } finally {
    // With its trigger.
    await db.run('drop function lose() cascade', [])
  }
}

/** Number of customers that this shop's merchant has. */
export async function customerCount(shop: Shop): Promise<number> {
  const answer = await shop.get('/customers/list?limit=1')
  return answer.body.total_count as number
}

/** Two out of three consecutive requests fall into one minute, and one a minute is allowed. */
export async function overTheLimit(send: () => Promise<Answer>): Promise<Answer> {
  const answers = [await send(), await send(), await send()]
  const over = answers.find((answer) => answer.status === 429)
  assert.ok(over, 'no answer was 429')
  return over
}
