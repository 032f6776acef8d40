// The bank's log is the truth about charges. It is read once; only operations that moved money, or still may, are held
// in memory.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Config } from '#config.ts'

/** One log line. */
export interface BankFact {
  operation_id: string
  kind: string
  effect: string
  amount: number
  currency: string
  reference: string
  parent_id: string | null
  transaction_id?: string
  /** The changed fields; an operation's first fact names its merchant. */
  set?: { merchant_id?: string | null }
}

/** The effects that move or hold money. A revocation moves none. */
const MONEY: ReadonlySet<string> = new Set([
  'held',
  'charged',
  'captured',
  'released',
  'refunded',
  'paid_out',
  'returned',
  'charged_back',
  'restored',
])

/** Money may follow. */
const BEGINNINGS: ReadonlySet<string> = new Set(['challenged', 'pending', 'dispute_opened'])

/** An operation at the bank. */
export interface BankOperation {
  operation_id: string
  kind: string
  /** Those that move money, in order. */
  effects: { effect: string; amount: number }[]
  currency: string
  reference: string
  parent_id: string | null
  transaction_id: string | null
  merchant_id: string | null
  /** Its place in the log, by its first fact. */
  position: number
  /** The bank's fees for a dispute. */
  fees: number
}

export interface BankLog {
  /** The operation with this id; from then on it is not an orphan. */
  find(operation_id: string): BankOperation | undefined
  /** The operation with this id and its children. */
  family(operation_id: string): BankOperation[]
  /** To be called last: operations that moved money and that `find` was never called for, in log order. */
  orphans(): BankOperation[]
}

/** `--adopt` without `--bank-log` reads the configured provider's log. */
export function logReader(
  { bankLog, adopt }: { readonly bankLog?: string; readonly adopt?: boolean },
  { bank_url, bank_key = '' }: Config,
): (() => Promise<BankLog>) | undefined {
  const place = bankLog ?? (adopt && bank_url ? `${bank_url}/log` : undefined)
  if (place === undefined) return undefined
  const isUrl = /^https?:/.test(place)
  return () => readBankLog(isUrl ? factsOfUrl(place, bank_key) : factsOfFile(place))
}

/** The bank file's lines, one at a time. */
async function* factsOfFile(path: string): AsyncIterable<BankFact> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') yield JSON.parse(line) as BankFact
  }
}

/** The bank's log as its API returns it. */
async function* factsOfUrl(url: string, key: string): AsyncIterable<BankFact> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
  if (!answer.ok)
    throw new Error(
      `The bank answered ${answer.status} at ${url}; check the URL and FLORIN_BANK_KEY.`,
    )
  yield* (await answer.json()) as BankFact[]
}

export async function readBankLog(
  facts: AsyncIterable<BankFact> | Iterable<BankFact>,
): Promise<BankLog> {
  const operations = new Map<string, BankOperation>()
  const children = new Map<string, string[]>()
  let position = 0
  for await (const fact of facts) {
    position += 1
    const { operation_id, parent_id, effect, amount } = fact
    const isMoney = MONEY.has(effect)
    const known = operations.get(operation_id)
    if (known === undefined && !isMoney && !BEGINNINGS.has(effect)) continue
    const operation = known ?? opened(fact, position)
    if (isMoney) operation.effects.push({ effect, amount })
    if (effect === 'fee_charged') operation.fees += amount
    if (known) continue
    operations.set(operation_id, operation)
    if (parent_id !== null) {
      children.set(parent_id, [...(children.get(parent_id) ?? []), operation_id])
    }
  }
  return toBankLog(operations, children)
}

function opened(fact: BankFact, position: number): BankOperation {
  const { operation_id, kind, currency, reference, parent_id, transaction_id, set } = fact
  return {
    operation_id,
    kind,
    effects: [],
    currency,
    reference,
    parent_id,
    transaction_id: transaction_id ?? null,
    merchant_id: set?.merchant_id ?? null,
    position,
    fees: 0,
  }
}

function toBankLog(
  operations: ReadonlyMap<string, BankOperation>,
  children: ReadonlyMap<string, readonly string[]>,
): BankLog {
  const known = new Set<string>()
  return {
    find(operation_id) {
      known.add(operation_id)
      return operations.get(operation_id)
    },
    family: (operation_id) =>
      [operation_id, ...(children.get(operation_id) ?? [])].flatMap(
        (id) => operations.get(id) ?? [],
      ),
    orphans: () =>
      [...operations.values()].filter(
        ({ operation_id, effects }) => effects.length > 0 && !known.has(operation_id),
      ),
  }
}

/** The amount that the bank moved with one effect. */
export function effected(operation: BankOperation | undefined, effect: string): number {
  return (operation?.effects ?? [])
    .filter((each) => each.effect === effect)
    .reduce((n, each) => n + each.amount, 0)
}

export function describe({ effects }: Pick<BankOperation, 'effects'>): string {
  return effects.map(({ effect, amount }) => `${effect} ${amount}`).join(', ')
}
