// Tools that answer a question with several reads. Each read is a call with the caller's key, so a part that the key
// may not see is missing, and the answer says which scope it needs.
import { declineFamily, declines, isDecline } from '#core/declines.ts'
import type { Call } from './call.ts'
import type { JsonSchema } from './arguments.ts'

type Json = Record<string, unknown>

export const PAYMENT: JsonSchema = {
  type: 'object',
  properties: {
    payment_id: { type: 'string', minLength: 1, maxLength: 64, description: 'The payment.' },
  },
  required: ['payment_id'],
  additionalProperties: false,
}

interface Step {
  readonly at: unknown
  readonly what: string
  readonly [detail: string]: unknown
}

/** The timeline's parts, each with the operation that reads it and the scope that the operation needs. */
const parts = [
  { name: 'transfers', operation: 'transfers.list', scope: 'payouts:read', read: transferSteps },
  { name: 'webhooks', operation: 'events.list', scope: 'webhooks:read', read: eventSteps },
  { name: 'requests', operation: 'requests.list', scope: 'requests:read', read: requestSteps },
] as const

/** A payment's expansions, each with its scope. */
const expansions = {
  attempts: 'payments:read',
  refunds: 'refunds:read',
  disputes: 'disputes:read',
} as const
const MAX_STEPS = 50
/** Deliveries without success whose attempts are read. */
const MAX_EVENTS = 3

/** A payment's timeline: attempts at acquirers, refunds, disputes, transfers, webhooks, requests. */
export async function explainPayment(call: Call, sent: Readonly<Json>): Promise<unknown> {
  const payment = await readPayment(call, sent['payment_id'])
  const { attempts, refunds, disputes, ...summary } = payment
  const ids = [
    payment['payment_id'],
    ...listIds(refunds, 'refund_id'),
    ...listIds(disputes, 'dispute_id'),
  ]
  const steps: Step[] = [
    { at: payment['created'], what: 'payment created', amount: payment['amount'] },
    ...rows(attempts).flatMap(attemptSteps),
    ...rows(refunds).map((each) => objectStep('refund', each)),
    ...rows(disputes).map((each) => objectStep('dispute', each)),
  ]
  const missing: Json = {}
  for (const [name, scope] of Object.entries(expansions)) {
    if (!call.holds(scope)) missing[name] = `This key lacks ${scope}.`
  }
  for (const { name, operation, scope, read } of parts) {
    const found = await call.read(operation, { object_id: ids, limit: MAX_STEPS })
    if (found === undefined) missing[name] = missingPart(call, scope)
    else steps.push(...(await read(call, found)))
  }
  const timeline = steps.toSorted((a, b) => String(a.at).localeCompare(String(b.at)))
  return {
    payment: summary,
    decline: readDecline(payment),
    timeline: timeline.slice(-MAX_STEPS),
    total_steps: timeline.length,
    ...(Object.keys(missing).length > 0 ? { left_out: missing } : {}),
  }
}

/** A decline's reason, what it means and what helps. */
export async function explainDecline(call: Call, sent: Readonly<Json>): Promise<unknown> {
  const payment = await readPayment(call, sent['payment_id'])
  const { payment_id, status, error_code, error_message } = payment
  const decline = readDecline(payment)
  const attempts = rows(payment['attempts']).map((each) => ({
    ...each,
    decline: readDecline(each),
  }))
  const answer = { payment_id, status, error_code, error_message, decline, attempts }
  return decline === null ? { ...answer, note: 'No attempt of this payment was declined.' } : answer
}

/** Which account a payment goes to, and why; the payment exists or is described. */
export async function explainRouting(call: Call, sent: Readonly<Json>): Promise<unknown> {
  const { payment_id, ...described } = sent
  const payment = payment_id === undefined ? {} : await readPayment(call, payment_id)
  const { profile_id, ...asked } = { ...pickPaid(payment), ...described }
  const id = payment_id === undefined ? {} : { payment_id }
  const simulated = await readOrRefuse(call, 'routing.simulate', { ...asked, ...id, profile_id })
  const rules = await readOrRefuse(call, 'routing.retrieve', { profile_id })
  const attempts = rows(payment['attempts'])
  return { simulated, routing: rules, ...(payment_id === undefined ? {} : { attempts }) }
}

/** A simulated payment has this one's attributes. */
function pickPaid(payment: Readonly<Json>): Json {
  const names = ['profile_id', 'payment_method_type', 'currency', 'amount', 'capture_method']
  const entries = names.flatMap((name) => {
    const value = payment[name]
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

async function readPayment(call: Call, payment_id: unknown): Promise<Json> {
  const expand = Object.entries(expansions).flatMap(([name, scope]) =>
    call.holds(scope) ? name : [],
  )
  return readOrRefuse(call, 'payments.retrieve', { payment_id, expand })
}

async function readOrRefuse(call: Call, operation: string, sent: Readonly<Json>): Promise<Json> {
  return (await call.read(operation, sent)) ?? call.refuse(operation)
}

function missingPart(call: Call, scope: string): string {
  return call.holds(scope) ? 'This key may not list them.' : `This key lacks ${scope}.`
}

function rows(value: unknown): Json[] {
  const list = Array.isArray(value) ? value : ((value as { data?: unknown } | null)?.data ?? [])
  return list as Json[]
}

function listIds(value: unknown, name: string): string[] {
  return rows(value).map((each) => String(each[name]))
}

function attemptSteps(attempt: Json): Step[] {
  const { attempt_id, connector, status, amount, created, finished_at } = attempt
  const shown = { attempt_id, connector, amount }
  const sent = { at: created, what: 'sent to the acquirer', ...shown }
  const decline = readDecline(attempt)
  const end = { at: finished_at, what: `acquirer: ${String(status)}`, ...shown, decline }
  return finished_at === null ? [sent] : [sent, end]
}

function objectStep(kind: string, row: Json): Step {
  const { [`${kind}_id`]: id, status, amount, created } = row
  return { at: created, what: `${kind} created`, id, status, amount }
}

async function transferSteps(_: Call, found: Json): Promise<Step[]> {
  return rows(found).map(({ created, cause, amount, currency, debit, credit, object_id }) => ({
    at: created,
    what: `ledger: ${String(cause)}`,
    amount,
    currency,
    debit,
    credit,
    object_id,
  }))
}

async function eventSteps(call: Call, found: Json): Promise<Step[]> {
  const events = rows(found)
  const steps = events.map(({ created, event_type, event_id, delivery }) => ({
    at: created,
    what: `event: ${String(event_type)}`,
    event_id,
    delivery,
  }))
  const failing = events.filter(({ delivery }) => isFailing(delivery as Json | null))
  const attempts = failing.slice(0, MAX_EVENTS).map(async ({ event_id }) => {
    const answer = await call.read('events.list_attempts', { event_id, limit: 1 })
    return rows(answer).map(({ created, response_status, error, error_message }): Step => {
      const why = { response_status, error, error_message }
      return { at: created, what: 'webhook delivery failed', event_id, ...why }
    })
  })
  return [...steps, ...(await Promise.all(attempts)).flat()]
}

function isFailing(delivery: Json | null): boolean {
  return delivery !== null && Number(delivery['attempts']) > 0 && delivery['status'] !== 'delivered'
}

async function requestSteps(_: Call, found: Json): Promise<Step[]> {
  return rows(found).map(({ created, request_id, method, route, status, error_code, key_id }) => ({
    at: created,
    what: `request: ${String(method)} ${String(route)}`,
    request_id,
    status,
    error_code,
    key_id,
  }))
}

function readDecline(row: Readonly<Json>): object | null {
  const code = row['unified_code']
  if (typeof code !== 'string' || !isDecline(code)) return null
  const { message, retry } = declines[code]
  const { meaning, retry: advice } = declineFamily(code)
  return { unified_code: code, message, family: meaning, next_step: retry, retry: advice }
}
