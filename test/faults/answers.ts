// Compares every answer with what really happened: nothing that was acknowledged may be lost, no answer may claim that
// nothing was changed when something was, and nothing may be charged twice.
import type { BankFact, Deployment } from '#testing/deployment.ts'
import { type OperationState, operationsOf } from './judge.ts'
import type { Sent } from './load.ts'

export interface Judged {
  readonly requests: number
  /** Answers by status and the message's first sentence, and connections that broke. */
  readonly answers: Record<string, number>
  readonly acknowledged: number
  /** Acknowledged writes that are gone or have become something else. */
  readonly lost: string[]
  /** Answers that claimed that nothing was changed although the bank or the database shows otherwise. */
  readonly false_claims: string[]
  /** Payments that the bank charged more than once. */
  readonly repeated: string[]
}

const CLAIM = /nothing was changed|was not (sent|carried out)/i
const MONEY: ReadonlySet<string> = new Set(['held', 'charged', 'captured', 'released', 'refunded'])

/** Statuses that an acknowledged object may have in the end; any, if its status is not listed. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  succeeded: ['succeeded'],
  // A later capture may have gone on.
  requires_capture: ['requires_capture', 'processing', 'succeeded'],
}

const operationKinds = {
  payment: 'authorize',
  hold: 'authorize',
  capture: 'capture',
  refund: 'refund',
}

/** Everything that the requests named, read once. */
interface Truth {
  readonly facts: ReadonlyMap<string, readonly BankFact[]>
  readonly statuses: ReadonlyMap<string, string>
  readonly operations: ReadonlyMap<string, readonly OperationState[]>
}

export async function judgeAnswers(deployment: Deployment, sent: readonly Sent[]): Promise<Judged> {
  const truth = await readTruth(deployment, [...new Set(sent.map(({ id }) => id))])
  const answers = Object.groupBy(sent, nameAnswer)
  return {
    requests: sent.length,
    answers: Object.fromEntries(
      Object.entries(answers).map(([name, list]) => [name, list?.length ?? 0]),
    ),
    acknowledged: sent.filter(isAcknowledged).length,
    lost: sent.flatMap((request) => findLoss(truth, request)),
    false_claims: sent.flatMap((request) => findFalseClaim(truth, request)),
    repeated: sent.flatMap((request) => findRepetition(truth, request)),
  }
}

function nameAnswer({ answer }: Sent): string {
  if (answer === undefined) return 'connection broken'
  const [sentence = ''] = answer.message?.split('.') ?? []
  return `${answer.http_status} ${sentence}`.trim()
}

export function isAcknowledged({ answer }: Sent): boolean {
  return answer !== undefined && answer.http_status < 300
}

async function readTruth(deployment: Deployment, ids: readonly string[]): Promise<Truth> {
  const rows = await deployment.sql<{ id: string; status: string }>(
    `select payment_id as id, status from payments where payment_id = any($1)
      union all select refund_id, status from refunds where refund_id = any($1)`,
    [ids],
  )
  return {
    facts: Map.groupBy(await deployment.bank.log(), ({ reference }) => reference),
    statuses: new Map(rows.map(({ id, status }) => [id, status])),
    operations: Map.groupBy(await operationsOf(deployment), ({ object_id }) => object_id),
  }
}

function findLoss({ statuses }: Truth, request: Sent): string[] {
  if (!isAcknowledged(request)) return []
  const { kind, id, answer } = request
  const now = statuses.get(id)
  const expected = allowed[answer?.status ?? '']
  const is_kept = now !== undefined && (expected === undefined || expected.includes(now))
  return is_kept ? [] : [`${kind} ${id}: answered ${answer?.status}, now ${now}`]
}

function findFalseClaim(truth: Truth, request: Sent): string[] {
  const { kind, id, answer } = request
  if (answer === undefined || answer.http_status < 300) return []
  if (!CLAIM.test(answer.message ?? '')) return []
  const changed = findChange(truth, request)
  return changed === undefined ? [] : [`${kind} ${id}: ${answer.http_status}, but ${changed}`]
}

/** The request's actual effect: at the bank, or in the database. */
function findChange(truth: Truth, request: Sent): string | undefined {
  const effects = findEffects(truth, request)
  if (effects.length > 0) return `the bank has ${effects.map(({ effect }) => effect).join(', ')}`
  // One that was not sent is what the answer says.
  const own = truth.operations
    .get(request.id)
    ?.find(({ kind, status }) => kind === operationKinds[request.kind] && status !== 'not_sent')
  return own && `the database has the operation ${own.operation_id}, ${own.status}`
}

function findEffects({ facts }: Truth, { id, kind }: Sent): BankFact[] {
  return (facts.get(id) ?? []).filter(
    (fact) => fact.kind === operationKinds[kind] && MONEY.has(fact.effect),
  )
}

/** A charge that was taken back is not counted: the customer pays once. */
function findRepetition({ facts }: Truth, { kind, id }: Sent): string[] {
  const own = facts.get(id) ?? []
  const count = (...effects: readonly string[]) =>
    own.filter((fact) => effects.includes(fact.effect)).length
  const times = count('charged', 'held') - count('released', 'refunded')
  const is_payment = kind === 'payment' || kind === 'hold'
  return is_payment && times > 1 ? [`${kind} ${id}: charged ${times} times`] : []
}
