// Each kind's parts: its terms are made from them, and its results are read with them.
import { currencies } from '#kernel/currencies.ts'
import { raw, type Sql, sql } from '#kernel/sql.ts'
import { DISPUTED, REFUNDED, SIGN } from '#resources/payments/payments/marks.ts'
import type { KindName } from './kinds.ts'
import { ACCENTS, BETWEEN } from './words.ts'

/** Parts of a statement; `o` is the object, `c` its customer, `p` its payment. */
interface Found {
  readonly table: string
  readonly id: string
  readonly joins?: Sql
  readonly profile_id?: Sql
  readonly isFound?: Sql
  /** Found by each word and what follows it. */
  readonly texts: readonly Sql[]
  /** Found only as a whole or by its beginning. */
  readonly ids?: readonly Sql[]
  readonly last4?: Sql
  /** Found by a list's filters alone. */
  readonly marks?: readonly Sql[]
  /** The first one that is not null is the title, the others are the subtitle. */
  readonly shown: readonly Sql[]
  readonly status?: Sql
  readonly amount?: Sql
  readonly currency?: Sql
}

const customer = sql`left join customers c on c.merchant_id = o.merchant_id
  and c.customer_id = o.customer_id and c.deleted_at is null`
const payment = sql`left join payments p on p.merchant_id = o.merchant_id and p.payment_id = o.payment_id`
const ofPayment = [
  sql`coalesce(p.email, p.name)`,
  sql`o.reason`,
  sql`p.merchant_order_reference_id`,
]
const LAST4 = sql`o.payment_method_data #>> '{card,last4}'`
const ofProfile = {
  profile_id: sql`o.profile_id`,
  status: sql`o.status`,
  currency: sql`o.currency`,
}
const amount = sql`o.amount`
const literal = (text: string) => raw(`'${text}'`)
const paymentMarks = [
  sql`case when o.amount_refunded > 0 then ${literal(REFUNDED)} end`,
  sql`case when o.amount_disputed > 0 then ${literal(DISPUTED)} end`,
  sql`${literal(SIGN)} || lower(o.unified_code)`,
]

export const found: Readonly<Record<KindName, Found>> = {
  customer: {
    table: 'customers',
    id: 'customer_id',
    isFound: sql`o.deleted_at is null`,
    texts: [sql`o.name`, sql`o.email`, sql`o.description`],
    shown: [sql`o.name`, sql`o.email`, sql`o.description`],
  },
  coupon: {
    table: 'coupons',
    id: 'coupon_code',
    texts: [sql`o.coupon_code`],
    shown: [sql`o.coupon_code`, sql`o.percent_off || '%'`],
    amount: sql`o.amount_off`,
    currency: sql`o.currency`,
  },
  plan: {
    table: 'plans',
    id: 'plan_id',
    texts: [sql`o.name`, sql`o.description`],
    shown: [sql`o.name`, sql`o.description`],
    status: sql`o.status`,
  },
  invoice: {
    ...ofProfile,
    table: 'invoices',
    id: 'invoice_id',
    joins: customer,
    texts: [sql`o.number`, sql`c.name`, sql`c.email`],
    ids: [sql`o.subscription_id`],
    shown: [sql`o.number`, sql`c.name`, sql`c.email`],
    amount: sql`o.total`,
  },
  subscription: {
    ...ofProfile,
    table: 'subscriptions',
    id: 'subscription_id',
    joins: sql`${customer}
      left join plans l on l.merchant_id = o.merchant_id and l.plan_id = o.plan_id
      left join prices r on r.merchant_id = o.merchant_id and r.item_price_id = o.item_price_id`,
    texts: [sql`c.name`, sql`c.email`, sql`l.name`, sql`o.merchant_reference_id`],
    shown: [sql`l.name`, sql`c.name`, sql`c.email`, sql`o.merchant_reference_id`],
    amount: sql`r.amount`,
    currency: sql`r.currency`,
  },
  payment_link: {
    ...ofProfile,
    table: 'payment_links',
    id: 'payment_link_id',
    texts: [sql`o.description`, sql`o.email`],
    shown: [sql`o.description`, sql`o.email`],
    amount,
  },
  payment: {
    ...ofProfile,
    table: 'payments',
    id: 'payment_id',
    texts: [sql`o.email`, sql`o.name`, sql`o.description`, sql`o.merchant_order_reference_id`],
    ids: [sql`o.connector_transaction_id`],
    last4: LAST4,
    marks: paymentMarks,
    shown: [
      sql`o.email`,
      sql`o.name`,
      sql`o.description`,
      sql`o.merchant_order_reference_id`,
      sql`'•••• ' || (${LAST4})`,
    ],
    amount,
  },
  payout: {
    ...ofProfile,
    table: 'payouts',
    id: 'payout_id',
    texts: [sql`o.name`, sql`o.email`, sql`o.description`, sql`o.merchant_order_reference_id`],
    ids: [sql`o.connector_transaction_id`],
    shown: [sql`o.name`, sql`o.email`, sql`o.description`, sql`o.merchant_order_reference_id`],
    amount,
  },
  refund: {
    ...ofProfile,
    table: 'refunds',
    id: 'refund_id',
    joins: payment,
    texts: [sql`o.reason`],
    ids: [sql`o.payment_id`, sql`o.connector_refund_id`],
    shown: ofPayment,
    amount,
  },
  dispute: {
    ...ofProfile,
    table: 'disputes',
    id: 'dispute_id',
    joins: payment,
    texts: [sql`o.reason`],
    ids: [sql`o.payment_id`, sql`o.connector_dispute_id`],
    shown: ofPayment,
    amount,
  },
}

/** Nothing longer is compared: a term is a key of an index. */
const MAX_TERM = 80
const MAX_TEXT = 200
const MAX_WORDS = 12
/** Before an id, which no word begins with: a word is not found by ids, or an id by words. */
export const ID_MARK = '#'
/** Generated ids have no words. */
const GENERATED = raw(`'^[a-z]+_[0-9a-z]{26}$'`)

const withExponent = (exponent: number) => {
  const codes = Object.entries(currencies).filter(([, row]) => row.exponent === exponent)
  return raw(codes.map(([code]) => `'${code}'`).join(', '))
}

/** As words: 171 00 eur. */
function amountText(value: Sql, code: Sql): Sql {
  const split = (digits: number) => {
    const unit = raw(`${10 ** digits}`)
    return sql`(${value}) / ${unit} || ' ' || lpad(((${value}) % ${unit})::text, ${raw(`${digits}`)}, '0')`
  }
  return sql`(case when ${code} in (${withExponent(0)}) then (${value})::text
    when ${code} in (${withExponent(3)}) then ${split(3)} else ${split(2)} end) || ' ' || lower(${code})`
}

/** All terms of an object, as an array. */
export function makeTerms(kind: KindName): Sql {
  const { id, texts, ids = [], last4, marks = [], amount: value, currency } = found[kind]
  const own = sql`o.${raw(id)}`
  const all = [...texts, sql`case when ${own} !~ ${GENERATED} then ${own} end`]
  const money = value && currency ? amountText(value, currency) : []
  const wholes = [last4 ?? [], money, marks].flat()
  return sql`array(select distinct left(term, ${raw(`${MAX_TERM}`)}) collate "C" as term from (
      select ${raw(`'${ID_MARK}'`)} || lower(i) as term from unnest(${array([own, ...ids])}) as i
      union all select lower(w) from unnest(${array(wholes)}) as w
      union all select array_to_string(words[n:n + 7], ' ') from unnest(${array(all)}) as t
        cross join lateral (select ${wordsIn(sql`left(t, ${raw(`${MAX_TEXT}`)})`)} as words) as s
        -- The last word of an e-mail address is a domain such as com.
        cross join lateral generate_series(1, least(cardinality(words), ${raw(`${MAX_WORDS}`)})
          - case when t like '%@%' and cardinality(words) > 1 then 1 else 0 end) as n
    ) as made where term not in ('', 'redacted') order by 1)`
}

function wordsIn(text: Sql): Sql {
  return sql`array_remove(regexp_split_to_array(lower(regexp_replace(normalize(${text}, NFKD),
    ${raw(`'${ACCENTS}'`)}, '', 'g')), ${raw(`'${BETWEEN}'`)}), '')`
}

export function array(values: readonly Sql[]): Sql {
  return sql`array[${joined(values, sql`, `)}]::text[]`
}

export function joined(parts: readonly Sql[], between: Sql): Sql {
  const [first = sql``, ...rest] = parts
  return rest.reduce((all, part) => sql`${all}${between}${part}`, first)
}
