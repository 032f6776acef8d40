// The judge for every test here: the bank's own log against Florin's ledger.
import assert from 'node:assert/strict'
import { sleep } from '#kernel/clock.ts'
import type { Answer } from '#testing/client.ts'
import { pollNow } from '#testing/commit_faults.ts'
import type { BankFact, Deployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'

/** The bank's debt to the merchant, and its holds for the merchant. */
export interface Position {
  owed: number
  held: number
}

const OWED: Readonly<Record<string, number>> = {
  charged: 1,
  captured: 1,
  refunded: -1,
  paid_out: -1,
  // A refund or a payout that came back.
  returned: 1,
  charged_back: -1,
  restored: 1,
}

const HELD: Readonly<Record<string, number>> = { held: 1, captured: -1, released: -1 }

function bankPosition(log: readonly BankFact[]): Position {
  const sum = (signs: Readonly<Record<string, number>>) =>
    log.reduce((total, { effect, amount }) => total + (signs[effect] ?? 0) * amount, 0)
  return { owed: sum(OWED), held: sum(HELD) }
}

/** The ledger keeps what a dispute takes back apart until it is lost; nothing here waits for that. */
async function bookedPosition({ sql }: Deployment, ids: readonly string[]): Promise<Position> {
  const rows = await sql<Position>(
    `select coalesce(sum(amount * ((debit = 'acquirer_receivable')::int
          - (credit = 'acquirer_receivable')::int)), 0)::float as owed,
        coalesce(sum(amount * ((debit = 'acquirer_hold')::int
          - (credit = 'acquirer_hold')::int)), 0)::float as held
      from transfers where $1::text[] = '{}' or object_id = any($1)`,
    [ids],
  )
  return rows[0] ?? { owed: 0, held: 0 }
}

async function factsOf({ bank }: Deployment, ids: readonly string[]): Promise<BankFact[]> {
  const log = await bank.log()
  return ids.length === 0 ? log : log.filter(({ reference }) => ids.includes(reference))
}

/** Total amount of one effect at the bank, for one object or for all. */
export async function done(deployment: Deployment, effect: string, id?: string): Promise<number> {
  const facts = await factsOf(deployment, id === undefined ? [] : [id])
  return facts.reduce((sum, fact) => sum + (fact.effect === effect ? fact.amount : 0), 0)
}

export interface OperationState {
  operation_id: string
  object_id: string
  kind: string
  status: string
  is_open: boolean
}

/** Oldest first. */
export function operationsOf({ sql }: Deployment, ...ids: string[]): Promise<OperationState[]> {
  return sql<OperationState>(
    `select operation_id, object_id, kind, status, finished_at is null as is_open from operations
      where $1::text[] = '{}' or object_id = any($1) order by created`,
    [ids],
  )
}

const POLL_PERIOD_MS = 2_000

/**
 * Waits until no operation is open and the ledger agrees with the bank's log, for these objects or, if
 * none is named, for the whole deployment. Recovery is made to look every two seconds meanwhile. Returns
 * what the bank owes and holds in the end.
 */
export async function settled(deployment: Deployment, ...ids: string[]): Promise<Position> {
  let seen: unknown
  let polled_at = Number.NEGATIVE_INFINITY
  const look = async () => {
    if (performance.now() - polled_at > POLL_PERIOD_MS) {
      polled_at = performance.now()
      await pollNow(deployment, ...ids)
    }
    const facts = await factsOf(deployment, ids)
    const [bank, ledger] = [bankPosition(facts), await bookedPosition(deployment, ids)]
    const operations = await operationsOf(deployment, ...ids)
    const effects = facts.map(({ kind, effect, amount }) => `${kind}: ${effect} ${amount}`)
    seen = { bank, ledger, effects, operations }
    const is_over = operations.every(({ is_open }) => !is_open)
    const is_equal = bank.owed === ledger.owed && bank.held === ledger.held
    if (is_over && is_equal) return bank
    await sleep(200)
    return undefined
  }
  return eventually('the ledger agrees with the bank', look).catch((error: Error) =>
    assert.fail(`${error.message}: ${JSON.stringify(seen)}`),
  )
}

/** The answer's status, and the object's status or the error code. */
export function assertAnswer(answer: Answer, expected: string): void {
  const { error, status } = answer.body ?? {}
  assert.equal(`${answer.status} ${error?.code ?? status}`, expected, answer.text)
}

/** Reads the object until it has one of these statuses; recovery runs meanwhile. */
export async function waitForStatus(
  deployment: Deployment,
  path: string,
  ...statuses: string[]
): Promise<Answer> {
  let seen: Answer | undefined
  const look = async () => {
    seen = await deployment.client().get(path)
    return statuses.includes(seen.body?.status) ? seen : undefined
  }
  return eventually(`${path} becomes ${statuses.join(' or ')}`, look).catch((error: Error) =>
    assert.fail(`${error.message}: ${seen?.text.slice(0, 300)}`),
  )
}
