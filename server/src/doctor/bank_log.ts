// The bank's own log is the judge of what was really charged: what we believe of each operation must be
// what the bank did, amount by amount, and the bank must have done nothing that we do not know of.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isOpen, type OperationRow } from '../operations/operation.ts'
import { isTerminal } from '../payments/state.ts'
import { booked } from './booked.ts'
import { isCalledOff } from './checks.ts'
import type { DisputeFile, Dossier, RefundFile } from './dossier.ts'

export interface BankFact {
  operation_id: string
  effect: string
  amount: number
  currency: string
  reference: string
}

const CHARGES: ReadonlySet<string> = new Set(['held', 'charged'])
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

/** What the bank did under one id. */
export interface Done {
  effects: { effect: string; amount: number }[]
  currency: string
  reference: string
  is_known: boolean
}

export interface BankLog {
  /** What is wrong about these operations of ours. */
  wrongs(dossier: Dossier): string[]
  /** What the bank did under an id of ours; asking for it makes it known. */
  did(operation_id: string): Done | undefined
  /** To be asked last: what moved money and belongs to no operation of ours. */
  strays(): string[]
}

/** The lines of the bank's file, one at a time. */
export async function* factsOfFile(path: string): AsyncIterable<BankFact> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') yield JSON.parse(line) as BankFact
  }
}

/** The bank's log as it tells it to whoever shows its key. */
export async function* factsOfUrl(url: string, key: string): AsyncIterable<BankFact> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
  if (!answer.ok) throw new Error(`The bank answers ${answer.status} at ${url}.`)
  yield* (await answer.json()) as BankFact[]
}

/** Only what moves or holds money is kept in memory. */
export async function readBankLog(
  facts: AsyncIterable<BankFact> | Iterable<BankFact>,
): Promise<BankLog> {
  const known = new Map<string, Done>()
  for await (const { operation_id, effect, amount, currency, reference } of facts) {
    if (!MONEY.has(effect)) continue
    const done = known.get(operation_id) ?? { effects: [], currency, reference, is_known: false }
    done.effects.push({ effect, amount })
    known.set(operation_id, done)
  }
  return {
    wrongs: (dossier) => [
      ...dossier.operations.flatMap((row) => compare(dossier, row, known)),
      ...dossier.refunds.flatMap((file) => compareRefund(file, known)),
      ...dossier.disputes.flatMap((file) => compareDispute(file, known)),
      ...chargedTwice(dossier, known),
      ...unreleased(dossier, known),
    ],
    did: (operation_id) => {
      const done = known.get(operation_id)
      if (done) done.is_known = true
      return done
    },
    strays: () =>
      [...known].flatMap(([id, done]) =>
        done.is_known ? [] : `the bank did ${spell(done)} for ${id}, which we do not know`,
      ),
  }
}

function compare(
  { payment, transfers }: Dossier,
  row: OperationRow,
  known: ReadonlyMap<string, Done>,
): string[] {
  const done = known.get(row.operation_id)
  if (done) done.is_known = true
  if (row.provider !== 'bank') return []
  // What is open will be found out, unless the payment is over and nobody expects it any more.
  if (isOpen(row) && !isTerminal(payment.status)) return []
  if (row.status !== 'approved') {
    return done ? [`${row.operation_id} is ${row.status}, the bank did ${spell(done)}`] : []
  }
  if (done === undefined) {
    // A void of an authorization that held nothing yet releases nothing.
    return row.kind === 'void' ? [] : [`${row.operation_id} is approved, the bank did nothing`]
  }
  const wrongs: string[] = []
  const twice = new Set(done.effects.map(({ effect }) => effect)).size < done.effects.length
  if (twice) wrongs.push(`the bank did ${spell(done)} for ${row.operation_id}`)
  if (done.currency !== payment.currency || done.reference !== payment.payment_id) {
    wrongs.push(`${row.operation_id} is for ${done.reference} in ${done.currency} at the bank`)
  }
  const own = transfers.filter((each) => each.operation_id === row.operation_id)
  const pairs: [string, number, number][] = [
    ['hold', booked(own, 'hold'), effected(done, 'held')],
    ['capture', booked(own, 'capture'), effected(done, 'charged') + effected(done, 'captured')],
  ]
  for (const [cause, ours, theirs] of pairs) {
    if (ours !== theirs) {
      wrongs.push(`${row.operation_id}: ${cause} of ${ours} booked, ${theirs} at the bank`)
    }
  }
  return wrongs
}

/** A refund's money goes once and may come back once; what we never heard of is an open call. */
function compareRefund(file: RefundFile, known: ReadonlyMap<string, Done>): string[] {
  const { refund, operations, transfers } = file
  return operations.flatMap((row) => {
    const done = known.get(row.operation_id)
    if (done) done.is_known = true
    if (row.provider !== 'bank' || isOpen(row)) return []
    const wrongs: string[] = []
    if (done && (done.currency !== refund.currency || done.reference !== refund.refund_id)) {
      wrongs.push(`${row.operation_id} is for ${done.reference} in ${done.currency} at the bank`)
    }
    const own = transfers.filter((each) => each.operation_id === row.operation_id)
    for (const [cause, effect] of REFUND_EFFECTS) {
      const [ours, theirs] = [booked(own, cause), done ? effected(done, effect) : 0]
      if (ours !== theirs) {
        wrongs.push(`${row.operation_id}: ${cause} of ${ours} booked, ${theirs} at the bank`)
      }
    }
    return wrongs
  })
}

const REFUND_EFFECTS = [
  ['refund', 'refunded'],
  ['refund_return', 'returned'],
] as const

/** What the bank has taken back is what is reserved or lost, whichever way it went there. */
function compareDispute({ dispute }: DisputeFile, known: ReadonlyMap<string, Done>): string[] {
  const { connector_dispute_id: id, payment_id, currency } = dispute
  const done = known.get(id)
  const ours = dispute.amount_reserved + dispute.amount_lost
  if (done === undefined) return ours === 0 ? [] : [`${id}: ${ours} booked, nothing at the bank`]
  done.is_known = true
  const wrongs: string[] = []
  if (done.currency !== currency || done.reference !== payment_id) {
    wrongs.push(`${id} is for ${done.reference} in ${done.currency} at the bank`)
  }
  const theirs = effected(done, 'charged_back') - effected(done, 'restored')
  if (ours !== theirs) wrongs.push(`${id}: ${ours} booked, ${theirs} taken back by the bank`)
  return wrongs
}

/** Of a payment, not of an operation: who is told late of a hold books it with its release. */
function unreleased(
  { operations, transfers }: Dossier,
  known: ReadonlyMap<string, Done>,
): string[] {
  if (operations.some(isOpen)) return []
  const ours = booked(transfers, 'release')
  const theirs = operations.reduce((n, row) => {
    const done = known.get(row.operation_id)
    return done ? n + effected(done, 'captured') + effected(done, 'released') : n
  }, 0)
  return ours === theirs ? [] : [`release of ${ours} booked, ${theirs} at the bank`]
}

function effected({ effects }: Done, effect: string): number {
  return effects.filter((each) => each.effect === effect).reduce((n, each) => n + each.amount, 0)
}

/** Whatever we believe of them: two authorizations that the bank did are two charges to a customer. */
function chargedTwice(
  { operations, transfers }: Dossier,
  known: ReadonlyMap<string, Done>,
): string[] {
  const charges = operations.filter(
    (row) =>
      known.get(row.operation_id)?.effects.some(({ effect }) => CHARGES.has(effect)) &&
      !isCalledOff(row, transfers),
  )
  if (charges.length < 2) return []
  return [`the bank charged ${charges.map((row) => row.operation_id).join(' and ')}`]
}

function spell(done: Done): string {
  return done.effects.map(({ effect, amount }) => `${effect} ${amount}`).join(', ')
}
