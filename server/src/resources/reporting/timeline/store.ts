// One page of a timeline. Each kind is read from its index by customer and only as far as the page goes.
import type { Database } from '#kernel/db.ts'
import type { CreatedRange } from '#kernel/page.ts'
import { createdWithin } from '#kernel/scan.ts'
import { raw, type Sql, sql, when } from '#kernel/sql.ts'
import type { KindName } from './kinds.ts'

/** Refunds and disputes name only their payment, so they are looked up for so many payments. */
const MAX_PAYMENTS = 10_000

export interface EntryRow {
  readonly object: KindName
  readonly id: string
  readonly title: string | null
  readonly status: string | null
  readonly amount: number | null
  readonly currency: string | null
  readonly user_id: string | null
  readonly created: Date
}

export type Place = Pick<EntryRow, 'created' | 'object' | 'id'>

export interface Slice extends CreatedRange {
  /** The page follows it; with `is_backward` it follows the page, whose entries are then read oldest first. */
  readonly anchor: Place | undefined
  readonly is_backward: boolean
  readonly offset: number
  readonly limit: number
}

/** `o` is the object. */
interface Source {
  readonly table: string
  readonly id: string
  /** Replaces `customer_id`. */
  readonly owner?: string
  readonly where?: Sql
  readonly byPayment?: true
  readonly title?: Sql
  readonly status?: Sql
  readonly amount?: Sql
  readonly currency?: Sql
  readonly user_id?: Sql
}

const money = { status: sql`o.status`, amount: sql`o.amount`, currency: sql`o.currency` }
const described = sql`coalesce(o.description, o.merchant_order_reference_id)`

const sources: Readonly<Record<KindName, Source>> = {
  payment: { ...money, table: 'payments', id: 'payment_id', title: described },
  refund: { ...money, table: 'refunds', id: 'refund_id', byPayment: true, title: sql`o.reason` },
  dispute: { ...money, table: 'disputes', id: 'dispute_id', byPayment: true, title: sql`o.reason` },
  payout: { ...money, table: 'payouts', id: 'payout_id', title: described },
  payment_link: {
    ...money,
    table: 'payment_links',
    id: 'payment_link_id',
    title: sql`o.description`,
  },
  subscription: {
    table: 'subscriptions',
    id: 'subscription_id',
    status: sql`o.status`,
    title: sql`(select l.name from plans l where l.merchant_id = o.merchant_id and l.plan_id = o.plan_id)`,
  },
  invoice: {
    ...money,
    table: 'invoices',
    id: 'invoice_id',
    title: sql`o.number`,
    amount: sql`o.total`,
  },
  payment_method: {
    table: 'payment_methods',
    id: 'payment_method_id',
    title: sql`coalesce(o.payment_method_data #>> '{card,last4}', o.payment_method_type)`,
  },
  note: {
    table: 'notes',
    id: 'note_id',
    title: sql`left(o.text, 200)`,
    user_id: sql`o.user_id`,
  },
  customer: { table: 'customers', id: 'customer_id' },
  customer_change: {
    table: 'audit_log',
    id: 'audit_id',
    owner: 'object_id',
    where: sql`and o.object_type = 'customer' and o.action = 'POST /customers/:customer_id'`,
    title: sql`nullif(array_to_string(array(select jsonb_object_keys(o.fields) order by 1), ', '), '')`,
    user_id: sql`o.user_id`,
  },
}

interface Of {
  readonly merchant_id: string
  readonly customer_id: string
}

/** In the direction of the slice; entries of the same moment by kind and id. */
export async function findEntries(
  db: Database,
  of: Of,
  kinds: readonly KindName[],
  slice: Slice,
): Promise<EntryRow[]> {
  const [first, ...rest] = kinds.map((kind) => select(kind, of, slice))
  if (first === undefined) return []
  const all = rest.reduce((parts, part) => sql`${parts} union all ${part}`, first)
  const { anchor, is_backward, offset, limit } = slice
  const bound = anchor !== undefined && !is_backward
  const to = direction(slice)
  return db.rows<EntryRow>(sql`with paid as materialized (
      select payment_id from payments
      where merchant_id = ${of.merchant_id} and customer_id = ${of.customer_id}
        ${when(bound, sql`and created <= ${anchor?.created}`)}
      order by created desc, payment_id desc limit ${MAX_PAYMENTS}
    )
    select object, id, title, status, amount, currency, user_id, created from (${all}) as entries
    order by created ${to}, object collate "C" ${to}, id collate "C" ${to} limit ${limit} offset ${offset}`)
}

function direction({ is_backward }: Slice): Sql {
  return raw(is_backward ? 'asc' : 'desc')
}

function select(kind: KindName, { merchant_id, customer_id }: Of, slice: Slice): Sql {
  const { table, id, owner = 'customer_id', where = sql``, byPayment, ...shown } = sources[kind]
  const { title, status, amount, currency, user_id } = shown
  const to = direction(slice)
  const most = sql`limit ${slice.offset + slice.limit}`
  const columns = sql`${raw(`'${kind}'`)} as object, o.${raw(id)} as id, ${text(title)} as title,
    ${text(status)} as status, (${amount ?? NULL})::bigint as amount, ${text(currency)} as currency,
    ${text(user_id)} as user_id, o.created`
  const within = sql`${createdWithin(sql`o.created`, slice)} ${follows(kind, id, slice)}`
  if (!byPayment) {
    return sql`(select ${columns} from ${raw(table)} o where o.merchant_id = ${merchant_id}
      and o.${raw(owner)} = ${customer_id} ${where} ${within} order by o.created ${to}, o.${raw(id)} ${to} ${most})`
  }
  // The offset keeps this from becoming a join that reads all of the merchant's rows.
  return sql`(select object, id, title, status, amount, currency, user_id, found.created from paid cross join lateral (select ${columns} from ${raw(table)} o
      where o.merchant_id = ${merchant_id} and o.payment_id = paid.payment_id ${within} offset 0) as found
    order by found.created ${to}, found.id ${to} ${most})`
}

const NULL = sql`null`

function text(value: Sql = NULL): Sql {
  return sql`(${value})::text`
}

/** Within a kind the order is that of its index. */
function follows(kind: KindName, id: string, { anchor, is_backward }: Slice): Sql {
  if (anchor === undefined) return sql``
  const { created, object } = anchor
  const than = raw(is_backward ? '>' : '<')
  if (kind === object) return sql`and (o.created, o.${raw(id)}) ${than} (${created}, ${anchor.id})`
  const isWithMoment = is_backward ? kind > object : kind < object
  return sql`and o.created ${than}${when(isWithMoment, raw('='))} ${created}`
}
