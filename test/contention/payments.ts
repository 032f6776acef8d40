// Contention: a thousand concurrent requests create the same payment, fifty capture the same hold, two hundred refund
// part of the same payment. Two api processes; the bank's own log is the judge.
//
// npm run contention -- --ids 100 --each 1000
import { parseArgs } from 'node:util'
import type { Answer } from '#testing/client.ts'
import { type Tally, tally } from '#testing/contention.ts'
import { startDeployment } from '#testing/deployment.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'

// Two each, so that processes contend as well as requests.
const COPIES = { apis: 2, workers: 2 }

export interface Creates {
  answers: Tally
  /** Charges in the bank's log for each payment_id. */
  charges: number[]
  ms: number
}

/** `each` creates at once under one payment_id, one payment_id after the other. */
export async function contendingCreates(ids: number, each: number): Promise<Creates> {
  await using deployment = await startDeployment(COPIES)
  const started = performance.now()
  const answers: Answer[] = []
  for (let id = 0; id < ids; id++) {
    const body = { ...examplePayment, payment_id: `contended_${id}` }
    const send = (_: unknown, n: number) =>
      deployment.client(n % COPIES.apis).post('/payments', body)
    answers.push(...(await Promise.all(Array.from({ length: each }, send))))
  }
  const ms = Math.round(performance.now() - started)
  const facts = await deployment.bank.log()
  const charges = Array.from(
    { length: ids },
    (_, id) =>
      facts.filter((fact) => fact.effect === 'charged' && fact.reference === `contended_${id}`)
        .length,
  )
  return { answers: tally(answers), charges, ms }
}

export interface Captures {
  answers: Tally
  authorized: number
  /** By the bank's log. */
  captured: number
  /** By the payment. */
  received: number
  /** In the slowest round. */
  ms: number
}

/** Fifty concurrent captures, each for a tenth of the hold: at most ten can be right. */
export async function contendingCaptures(each: number): Promise<Captures> {
  await using deployment = await startDeployment(COPIES)
  const made = await deployment
    .client()
    .post('/payments', { ...examplePayment, capture_method: 'manual_multiple' })
  const path = `/payments/${made.body.payment_id}`
  const send = (_: unknown, n: number) =>
    deployment.client(n % COPIES.apis).post(`${path}/capture`, { amount_to_capture: 100 })
  const answers: Answer[] = []
  let ms = 0
  // One call at a time may act on a payment; a request that gets 409 is sent again, for a while.
  for (let round = 0; round < 20; round++) {
    const started = performance.now()
    answers.push(...(await Promise.all(Array.from({ length: each }, send))))
    ms = Math.max(ms, performance.now() - started)
  }
  const facts = await deployment.bank.log()
  const captured = facts
    .filter((fact) => fact.effect === 'captured')
    .reduce((sum, fact) => sum + fact.amount, 0)
  const { amount_received: received } = (await deployment.client().get(path)).body
  return { answers: tally(answers), authorized: examplePayment.amount, captured, received, ms }
}

interface Saves {
  answers: Tally
  saved: number
  /** True if the customer's default is one of the saved methods. */
  has_default: boolean
}

/** Payments at once that save a card for one customer. */
export async function contendingSaves(each: number): Promise<Saves> {
  await using deployment = await startDeployment(COPIES)
  const customer_id = 'contended_customer'
  await deployment.client().post('/customers', { customer_id })
  const body = { ...examplePayment, customer_id, setup_future_usage: 'off_session' }
  const send = (_: unknown, n: number) => deployment.client(n % COPIES.apis).post('/payments', body)
  const answers = await Promise.all(Array.from({ length: each }, send))
  const methods = new Set(answers.map((answer) => answer.body.payment_method_id))
  methods.delete(null)
  const { body: customer } = await deployment.client().get(`/customers/${customer_id}`)
  const has_default = methods.has(customer.default_payment_method_id)
  return { answers: tally(answers), saved: methods.size, has_default }
}

export interface Refunds {
  answers: Tally
  captured: number
  /** Among the accepted ones. */
  accepted: number
  /** By the bank's log. */
  refunded: number
  ms: number
}

/** Concurrent refunds whose sum is twice the captured amount: half can be right. */
export async function contendingRefunds(each: number): Promise<Refunds> {
  await using deployment = await startDeployment(COPIES)
  const captured = (each / 2) * 10
  const made = await deployment.client().post('/payments', { ...examplePayment, amount: captured })
  const body = { payment_id: made.body.payment_id, amount: 10 }
  const started = performance.now()
  const send = (_: unknown, n: number) => deployment.client(n % COPIES.apis).post('/refunds', body)
  const answers = await Promise.all(Array.from({ length: each }, send))
  const ms = Math.round(performance.now() - started)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const accepted = sum(answers.flatMap((a) => (a.status === 201 ? [a.body.amount] : [])))
  const facts = (await deployment.bank.log()).filter((fact) => fact.effect === 'refunded')
  const refunded = sum(facts.map((fact) => fact.amount))
  return { answers: tally(answers), captured, accepted, refunded, ms }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      ids: { type: 'string', default: '100' },
      each: { type: 'string', default: '1000' },
    },
  })
  const creates = await contendingCreates(Number(values.ids), Number(values.each))
  const captures = await contendingCaptures(50)
  const refunds = await contendingRefunds(200)
  const { charges, ...rest } = creates
  const once = charges.filter((n) => n === 1).length
  const lines = [
    `creates: ${JSON.stringify(rest)}, ${once} of ${charges.length} payments charged exactly once`,
    `captures: ${JSON.stringify(captures)}`,
    `refunds: ${JSON.stringify(refunds)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const within = captures.captured <= captures.authorized && refunds.refunded <= refunds.captured
  process.exitCode = once === charges.length && within ? 0 : 1
}
