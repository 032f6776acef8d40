// Reads everything that the API says about a customer.
import type { CustomerRecords, GiveBack, Invoice, Payment, Subscription } from './records.ts'

/** A record as JSON has it. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

/** An API caller with a merchant key and its profile header. */
export interface Reader {
  readonly merchant_id: string
  get(path: string): Promise<{ readonly status: number; readonly body: Json }>
}

export async function readRecords(reader: Reader, customer_id: string): Promise<CustomerRecords> {
  const [subscriptions, payments, credit] = await Promise.all([
    list(reader, `/subscriptions/list?customer_id=${customer_id}`),
    list(reader, `/payments/list?customer_id=${customer_id}`),
    read(reader, `/customers/${customer_id}/credit`),
  ])
  const invoices = await Promise.all(
    subscriptions.map(({ id }) => list(reader, `/subscriptions/${id}/invoices`)),
  )
  const own = payments.filter(({ metadata }) => metadata?.invoice_id)
  const balances: [string, number][] = credit.balances.map((row: Json) => [
    row.currency,
    row.amount,
  ])
  return {
    customer_id,
    subscriptions: subscriptions.map(toSubscription),
    invoices: invoices.flat().map(toInvoice),
    payments: own.map(toPayment),
    give_backs: await readGiveBacks(reader, own),
    balances: Object.fromEntries(balances),
    entries: credit.entries.map(withDates),
  }
}

async function read(reader: Reader, path: string): Promise<Json> {
  const { status, body } = await reader.get(path)
  if (status !== 200) throw new Error(`${path} was answered ${status} ${JSON.stringify(body)}`)
  return body
}

const PAGE = 100

async function list(reader: Reader, path: string): Promise<Json[]> {
  const all: Json[] = []
  for (;;) {
    const query = `${path.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${all.length}`
    const { data, has_more } = await read(reader, path + query)
    all.push(...data)
    if (!has_more) return all
  }
}

async function readGiveBacks(reader: Reader, payments: readonly Json[]): Promise<GiveBack[]> {
  const ids = payments.filter(({ amount_received }) => amount_received > 0)
  if (ids.length === 0) return []
  const names = ids.map(({ payment_id }) => payment_id)
  const found: Json[] = []
  for (let n = 0; n < names.length; n += PAGE) {
    const some = names.slice(n, n + PAGE).join(',')
    found.push(...(await list(reader, `/refunds/list?payment_id=${some}`)))
    found.push(...(await list(reader, `/disputes/list?payment_id=${some}`)))
  }
  return Promise.all(found.map((row) => toGiveBack(reader, row)))
}

/** Events that give the money back, and events that return it to the merchant. */
const RETURNS: ReadonlySet<string> = new Set(['refund_failed', 'dispute_won', 'dispute_cancelled'])

/** The events say since when: a dispute that was won can be opened again. */
async function toGiveBack(reader: Reader, row: Json): Promise<GiveBack> {
  const { payment_id, amount, refund_id, dispute_id } = row
  const id = refund_id ?? dispute_id
  const back = { id, payment_id, amount, cause: refund_id ? 'refund' : 'dispute' } as const
  const events = await list(reader, `/events/${reader.merchant_id}?object_id=${id}`)
  const steps = events.toSorted((a, b) => a.sequence - b.sequence)
  // A refund counts from its request on, which is no event.
  const spans = refund_id ? [{ from: new Date(row.created), until: null as Date | null }] : []
  if (steps.length === 0) return { ...back, spans: [spanOf(row)] }
  for (const { event_type, created } of steps) {
    const last = spans.at(-1)
    const isOpen = last !== undefined && last.until === null
    if (isOpen && RETURNS.has(event_type)) last.until = new Date(created)
    if (!isOpen && !RETURNS.has(event_type)) spans.push({ from: new Date(created), until: null })
  }
  return { ...back, spans }
}

const RETURNED: ReadonlySet<string> = new Set(['failed', 'dispute_won', 'dispute_cancelled'])

/** Events are deleted after some weeks. */
function spanOf({ created, modified_at, status }: Json) {
  return { from: new Date(created), until: RETURNED.has(status) ? new Date(modified_at) : null }
}

const DATE = /_(at|start|end|date)$|^created$/

/** Every field that is a moment by its name. */
function withDates(row: Json): Json {
  const fields = Object.entries<Json>(row)
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value && DATE.test(name) ? new Date(value) : value]),
  )
}

function toSubscription(row: Json): Subscription {
  const { pending_update: waiting } = row
  return { ...withDates(row), ...(waiting ? { pending_update: withDates(waiting) } : {}) }
}

function toInvoice(row: Json): Invoice {
  return { ...withDates(row), line_items: row.line_items.map(withDates) }
}

function toPayment(row: Json): Payment {
  const { payment_id, status, amount, metadata, created } = row
  return {
    payment_id,
    status,
    amount,
    invoice_id: metadata.invoice_id,
    created: new Date(created),
  }
}
