// A subscription period's net revenue: money received and credit applied, less returns and granted credit. All code
// that grants, spends or shows a period's worth reads it here, in the commit that uses it.
import type { Demand } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { claimsOnInvoices } from '#resources/payments/payments/claims.ts'
import {
  findPayments,
  givenBack,
  type PaymentRow,
  whileMoneyUnchanged,
} from '#resources/payments/payments/read.ts'
import { appliedLots, readUncollected } from './credit.ts'
import {
  type CreditEntryRow,
  findEntriesOfInvoices,
  findEntriesOfPayments,
  findInvoicesOfPeriod,
  type InvoiceRow,
  type NumberedPeriod,
} from './store.ts'

export interface PeriodMoney {
  /** Those that are paid, oldest first. */
  readonly invoices: readonly InvoiceRow[]
  /** Oldest first. */
  readonly payments: readonly PaymentRow[]
  /** Entries for these invoices and payments. */
  readonly entries: readonly CreditEntryRow[]
  /** The credit that these invoices used, as far as its money was not given back meanwhile. */
  readonly applied: readonly Source[]
  /** The period before, if its rest was carried over by a change to another interval. */
  readonly before: PeriodMoney | undefined
}

/** Money that credit can be granted from. */
export interface Source {
  readonly payment_id: string | null
  readonly amount: number
  /** Amount already returned from the payment at that time. */
  readonly given_back: number | null
}

type Reader = Pick<Context, 'db' | 'merchant_id'>

export async function readPeriodMoney(
  context: Reader,
  subscription_id: string,
  period: NumberedPeriod,
): Promise<PeriodMoney> {
  const { db, merchant_id } = context
  const rows = await findInvoicesOfPeriod(db, merchant_id, subscription_id, period)
  const invoices = rows.filter(({ status }) => status === 'invoice_paid')
  const carried = periodBefore(period, invoices[0])
  const [money, before] = await Promise.all([
    readInvoicesMoney(context, invoices),
    carried ? readPeriodMoney(context, subscription_id, carried) : undefined,
  ])
  return { ...money, before }
}

/** The period whose rest was carried over by the change to another interval that began this one. */
function periodBefore(
  { period_no, period_end }: NumberedPeriod,
  first: InvoiceRow | undefined,
): NumberedPeriod | undefined {
  const lines = first?.reason === 'plan_change' ? first.line_items : []
  const unused = lines.find(({ item_type }) => item_type === 'unused_time')
  if (unused === undefined || !lines.some(({ item_type }) => item_type === 'plan')) return undefined
  // Lines are stored as JSON, so their times are text.
  const end = new Date(unused.period_end)
  // Without numbers, periods with the same end cannot be distinguished.
  const isSame = period_no === 0 && end.getTime() === period_end?.getTime()
  return isSame ? undefined : { period_no: Math.max(0, period_no - 1), period_end: end }
}

/** For these invoices alone. */
export async function readInvoicesMoney(
  context: Reader,
  invoices: readonly InvoiceRow[],
): Promise<PeriodMoney> {
  const { db, merchant_id } = context
  const ids = invoices.map(({ invoice_id }) => invoice_id)
  if (ids.length === 0) {
    return { invoices, payments: [], entries: [], applied: [], before: undefined }
  }
  const claims = await claimsOnInvoices(context, ids)
  const payment_ids = claims.map(({ payment_id }) => payment_id)
  const [payments, ofInvoices, ofPayments] = await Promise.all([
    findPayments(context, payment_ids),
    findEntriesOfInvoices(db, merchant_id, ids),
    findEntriesOfPayments(db, merchant_id, payment_ids),
  ])
  const entries = [...new Map([...ofInvoices, ...ofPayments].map((e) => [e.entry_id, e])).values()]
  const applied = await readApplied(context, ofInvoices)
  const oldest = payments.toSorted((a, b) => a.created.getTime() - b.created.getTime())
  return { invoices, payments: oldest, entries, applied, before: undefined }
}

async function readApplied(context: Reader, entries: readonly CreditEntryRow[]): Promise<Source[]> {
  const lots = appliedLots(entries)
  const ids = lots.flatMap(({ payment_id }) => payment_id ?? [])
  const [missing, behind] = await Promise.all([
    readUncollected(context, lots),
    findPayments(context, ids),
  ])
  return lots.map(({ payment_id, amount }) => {
    const payment = behind.find((row) => row.payment_id === payment_id)
    const left = Math.max(0, amount - (missing.get(payment_id) ?? 0))
    return { payment_id, amount: left, given_back: payment ? givenBack(payment) : null }
  })
}

/** The reasons for which money becomes credit. */
export const grantReasons = ['plan_change', 'cancellation', 'late_payment', 'part_payment'] as const

const GRANTS: ReadonlySet<string> = new Set(grantReasons)

export function isGrant({ reason }: Pick<CreditEntryRow, 'reason'>): boolean {
  return GRANTS.has(reason)
}

const TAKE_BACKS: ReadonlySet<string> = new Set(['refund', 'dispute', 'uncollected'])

function isTakeBack({ reason }: Pick<CreditEntryRow, 'reason'>): boolean {
  return TAKE_BACKS.has(reason)
}

function sum(entries: readonly Pick<CreditEntryRow, 'amount'>[]): number {
  return entries.reduce((total, { amount }) => total + amount, 0)
}

/** Never below 0. */
export function broughtIn(money: PeriodMoney): number {
  return Math.max(0, ownMoney(money) + carriedOver(money))
}

function ownMoney({ invoices, payments, entries, applied }: PeriodMoney): number {
  const ids = new Set(invoices.map(({ invoice_id }) => invoice_id))
  const paid_by = new Set(payments.map(({ payment_id }) => payment_id))
  const held = payments.reduce((total, row) => total + row.amount_received - givenBack(row), 0)
  const granted = entries.filter((entry) => isGrant(entry) && ids.has(entry.invoice_id ?? ''))
  const taken = entries.filter((entry) => isTakeBack(entry) && paid_by.has(entry.payment_id ?? ''))
  return held + sum(applied) - sum(granted) - sum(taken)
}

/** The remainder from the previous period as this period's first invoice has it, capped at the amount left now. */
function carriedOver({ invoices, before }: PeriodMoney): number {
  if (before === undefined) return 0
  const lines = invoices[0]?.line_items.filter(({ item_type }) => item_type === 'unused_time') ?? []
  return Math.min(0 - sum(lines), broughtIn(before))
}

/** A period's money by source: its payments, the credit it used, and the amount carried over. */
export function listSources(money: PeriodMoney): Source[] {
  const { payments, applied, entries, before } = money
  const own = payments.map((row) => {
    const granted = entries.filter(
      (entry) => entry.payment_id === row.payment_id && (isGrant(entry) || isTakeBack(entry)),
    )
    const given_back = givenBack(row)
    const amount = Math.max(0, row.amount_received - given_back - sum(granted))
    return { payment_id: row.payment_id, amount, given_back }
  })
  const carried = before ? limited(listSources(before), carriedOver(money)) : []
  return [...own, ...applied, ...carried]
}

/** Sources that make up an amount, in their order; the remainder belongs to no payment. */
export function limited(sources: readonly Source[], amount: number): Source[] {
  const parts: Source[] = []
  let rest = amount
  for (const source of sources) {
    const part = Math.min(rest, source.amount)
    if (part > 0) parts.push({ ...source, amount: part })
    rest -= part
  }
  return rest > 0 ? [...parts, { payment_id: null, amount: rest, given_back: null }] : parts
}

/** Refuses the commit when more was received or given back since it was read. */
export function whilePeriodUnchanged({ payments, before }: PeriodMoney): Demand[] {
  return [...payments.map(whileMoneyUnchanged), ...(before ? whilePeriodUnchanged(before) : [])]
}
