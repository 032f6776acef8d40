// Merchants send requests to any api, with or without an Idempotency-Key, and again when there is no answer or one
// that says to try again. Every request that can change something is recorded with its answer.
import { sleep } from '#kernel/clock.ts'
import type { Answer, Client } from '#testing/client.ts'
import type { Merchant } from './deployment.ts'
import {
  between,
  count,
  newName,
  pick,
  type Roll,
  type Run,
  type Sent,
  type Target,
} from './run.ts'

/** A merchant's maximum wait. */
const ANSWER_TIMEOUT_MS = 40_000
const BACKOFF_MS = 500

/** While every api is down, a request meets one that is dead. */
export function clientOf({ simulated }: Run, roll: Roll, { api_key }: Merchant): Client {
  const { apis, deployment } = simulated
  return pick(roll, apis.length > 0 ? apis : [...deployment.apis]).client.with(api_key)
}

/** Undefined when the connection broke or no answer came in time. */
async function answerOf(run: Run, send: () => Promise<Answer>): Promise<Answer | undefined> {
  const answer = await Promise.race([
    send().catch(() => undefined),
    sleep(ANSWER_TIMEOUT_MS).then(() => undefined),
  ])
  const code = answer?.body?.error?.code as string | undefined
  const name = answer === undefined ? 'no answer' : `${answer.status} ${code ?? ''}`.trim()
  count(run.answers, name)
  // As a merchant's program does when the service is not there.
  if (answer === undefined || answer.status === 503) await sleep(BACKOFF_MS)
  if (answer?.status === 500) run.violations.push(`unexpected error: ${answer.text}`)
  return answer
}

/** A request that changes nothing. */
export function read(
  run: Run,
  roll: Roll,
  merchant: Merchant,
  path: string,
  headers: Record<string, string> = {},
) {
  return answerOf(run, () => clientOf(run, roll, merchant).get(path, { headers }))
}

export interface Request {
  readonly target: Target
  readonly name: string
  readonly path: string
  readonly body?: object
  readonly method?: 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly kinds?: readonly string[]
  readonly creates?: boolean
  /** The customer whose subscriptions and money it changes. */
  readonly customer_id?: string
  /** Takes facts about the target from the answer. */
  readonly learn?: (answer: Answer) => void
}

/** One request, in its turn if its target is changed by one request at a time. */
export async function sendOnce(
  run: Run,
  roll: Roll,
  request: Request,
  key?: string,
): Promise<Answer | undefined> {
  const { target } = request
  if (!target.is_alone) return transmit(run, roll, request, key)
  const mine = target.turn.then(() => transmit(run, roll, request, key))
  target.turn = mine.catch(() => undefined)
  return mine
}

async function transmit(run: Run, roll: Roll, request: Request, key: string | undefined) {
  const { target, name, path, body = {}, method = 'POST', kinds = [], creates = false } = request
  const sent: Sent = {
    target,
    name,
    kinds,
    creates,
    sent_at: Date.now(),
    until: Number.POSITIVE_INFINITY,
    is_alone: target.is_alone,
  }
  if (target.last_sent !== undefined) target.last_sent.until = sent.sent_at
  target.last_sent = sent
  run.sent.push(sent)
  const keyed = key === undefined ? {} : { 'Idempotency-Key': key }
  const headers = { ...request.headers, ...keyed }
  const client = clientOf(run, roll, target.merchant)
  if (request.customer_id && run.shifted.has(client.base_url)) {
    run.uncertain.add(request.customer_id)
  }
  const answer = await answerOf(run, () => client.send(method, path, body, { headers }))
  if (answer === undefined || isUnknown(answer)) target.is_alone = false
  // Another request that was not in its turn makes this one's doing uncertain.
  if (!target.is_alone) sent.is_alone = false
  if (answer === undefined) return undefined
  const { error, status } = answer.body ?? {}
  Object.assign(sent, { http: answer.status, code: error?.code, message: error?.message, status })
  if (answer.status < 300) request.learn?.(answer)
  return answer
}

const CLAIM = /nothing was changed|was not (sent|carried out)/i
const ADMISSION = /may have been carried out/i

/** True if the answer explicitly says that nothing was changed, or that the acquirer did nothing. */
export function saysNothing({ http = 0, message = '' }: Sent): boolean {
  return http >= 400 && CLAIM.test(message)
}

/** True if the answer says so, or must mean it because it refuses the request. */
export function claimsNothing(sent: Sent): boolean {
  const { http = 0, message = '' } = sent
  return (http >= 400 && http < 500 && !ADMISSION.test(message)) || saysNothing(sent)
}

function isUnknown({ status, body }: Answer): boolean {
  return status >= 500 && !CLAIM.test(body?.error?.message ?? '')
}

const TRIES = 4

/**
 * A request as a merchant's program sends it. With a key it is sent again under the key until there is an answer;
 * without one it is sent again only if the answer says that nothing was changed. `renew` makes a new request for a
 * merchant who does not name the created object: another target each time.
 */
export async function send(
  run: Run,
  roll: Roll,
  request: Request,
  renew?: () => Request,
): Promise<Answer | undefined> {
  const key = roll() < 0.4 ? newName(run, 'key') : undefined
  const isRetrying = roll() < 0.7
  let current = request
  for (let tries = 1; ; tries++) {
    const answer = await sendOnce(run, roll, current, key)
    const isTerminal = answer !== undefined && answer.status < 500 && !isBusy(answer)
    if (isTerminal || !isRetrying || tries === TRIES) return answer
    if (key === undefined && (answer === undefined || isUnknown(answer))) return answer
    if (key === undefined && renew) current = renew()
    await sleep(between(roll, 50, 400 * tries))
  }
}

function isBusy({ status, body }: Answer): boolean {
  return status === 409 && body?.error?.code === 'HE_00'
}

/** The same request three times under one key, two at once: it is carried out once. */
export async function sendUnderOneKey(run: Run, roll: Roll, request: Request): Promise<void> {
  request.target.is_alone = false
  const key = newName(run, 'key')
  const again = () => sendOnce(run, roll, request, key)
  const answers = [...(await Promise.all([again(), again()])), await again()]
  const ids = answers.flatMap((each) => (each && each.status < 300 ? [idOf(each)] : []))
  if (new Set(ids).size > 1) {
    run.violations.push(`one key, ${key}, for ${[...new Set(ids)].join(' and ')}`)
  }
}

function idOf({ body }: Answer): string {
  return body.refund_id ?? body.payout_id ?? body.payment_id ?? body.id
}

/** The same request from several clients at once. */
export async function sendAtOnce(run: Run, roll: Roll, request: Request, clients: number) {
  request.target.is_alone = false
  return Promise.all(Array.from({ length: clients }, () => sendOnce(run, roll, request)))
}
