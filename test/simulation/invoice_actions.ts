// Actions by merchants, customers and cardholders on invoices: they pay old ones, capture parts, give money back,
// decide about part payments and correct credit.
import type { Answer } from '#testing/client.ts'
import { read, type Request, send } from './clients.ts'
import { liveCustomer } from './customers.ts'
import { fitting } from './fitting.ts'
import { byCard } from './instruments.ts'
import { profileHeader } from './plan.ts'
import { refundPart } from './refunds.ts'
import {
  type Action,
  between,
  newName,
  newTarget,
  pick,
  pickRecent,
  type Roll,
  type Run,
  type SubscriptionTarget,
} from './run.ts'

type Invoice = Answer['body']

/** A subscription's invoice: the newest, or any. */
async function anyInvoice(
  run: Run,
  roll: Roll,
  { merchant, id }: SubscriptionTarget,
): Promise<Invoice> {
  const path = `/subscriptions/${id}/invoices?limit=${roll() < 0.5 ? 1 : 20}`
  const answer = await read(run, roll, merchant, path, profileHeader(merchant))
  const all: Invoice[] = answer?.status === 200 ? answer.body.data : []
  return all.length === 0 ? undefined : pick(roll, all)
}

/** With any card. Invoices that are paid, voided or belong to an ended subscription are tried too. */
async function pay(run: Run, roll: Roll): Promise<void> {
  const target = fitting(run, roll, ['unpaid', 'pending', 'paused', 'active'])
  const invoice = target && (await anyInvoice(run, roll, target))
  if (!invoice) return
  const answer = await fetch(`${invoice.hosted_invoice_url}/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ attempt_id: newName(run, 'attempt-by-page'), ...byCard(roll) }),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
}

async function refund(run: Run, roll: Roll): Promise<void> {
  const target = pickRecent(roll, run.subscriptions)
  const invoice = target && (await anyInvoice(run, roll, target))
  if (!target || !invoice?.payment_id) return
  await refundPart(run, roll, newTarget(target.merchant, invoice.payment_id, false))
}

async function dispute(run: Run, roll: Roll): Promise<void> {
  const target = pickRecent(roll, run.subscriptions)
  const invoice = target && (await anyInvoice(run, roll, target))
  if (invoice?.status !== 'invoice_paid' || !invoice.payment_id) return
  const { sql, bank } = run.simulated.deployment
  const [taken] = await sql<{ operation_id: string }>(
    `select operation_id from operations where object_id = $1 and kind = 'authorize' limit 1`,
    [invoice.payment_id],
  ).catch(() => [])
  if (taken === undefined) return
  const path = `/operations/${taken.operation_id}/dispute`
  await bank.desk('POST', path, {}).catch(() => undefined)
}

/** Mostly less than the full first payment. */
async function capture(run: Run, roll: Roll): Promise<void> {
  const subscription = fitting(run, roll, ['pending'])
  const invoice = subscription && (await anyInvoice(run, roll, subscription))
  if (!subscription || !invoice?.payment_id) return
  const { merchant, customer_id } = subscription
  await send(run, roll, {
    target: newTarget(merchant, invoice.payment_id, false),
    name: 'capture a part of an invoice',
    path: `/payments/${invoice.payment_id}/capture`,
    customer_id,
    body: { amount_to_capture: between(roll, 1, Math.max(1, invoice.amount)) },
  })
}

async function resolve(run: Run, roll: Roll): Promise<void> {
  const subscription = fitting(run, roll, ['pending'])
  const invoice = subscription && (await anyInvoice(run, roll, subscription))
  if (!subscription || invoice?.status !== 'manual_review') return
  const { merchant, customer_id } = subscription
  const action = pick(roll, ['accept', 'void'])
  // From the first try on: it may have been done.
  if (action === 'accept') run.accepted.add(invoice.id)
  await send(run, roll, {
    target: newTarget(merchant, invoice.id, false),
    name: 'resolve invoice',
    path: `/invoices/${invoice.id}/resolve`,
    customer_id,
    body: { action },
  })
}

async function correct(run: Run, roll: Roll): Promise<void> {
  const customer = liveCustomer(run, roll)
  if (customer === undefined) return
  const amount = between(roll, 1, 900) * (roll() < 0.6 ? 1 : -1)
  const request: Request = {
    target: newTarget(customer.merchant, customer.id, false),
    name: 'correct credit',
    path: `/customers/${customer.id}/credit`,
    customer_id: customer.id,
    body: { currency: 'EUR', amount, reason: 'goodwill' },
  }
  await send(run, roll, request)
}

export const invoiceActions: readonly Action[] = [
  { name: 'pay an invoice', weight: 8, act: pay },
  { name: 'refund an invoice', weight: 4, act: refund },
  { name: 'dispute an invoice', weight: 2, act: dispute },
  { name: 'capture a part of an invoice', weight: 4, act: capture },
  { name: 'resolve an invoice', weight: 3, act: resolve },
  { name: 'correct credit', weight: 2, act: correct },
]
