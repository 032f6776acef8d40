// Which PostgreSQL driver, and which shape of parameters, makes a commit cheapest? Each variant runs
// the same atomic write (a payment-sized row, an operation, an event) in interleaved rounds of one
// run, so that a noisy machine disturbs all of them alike. DATABASE_URL names the server.
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import postgres from 'postgres'

const url = process.env['DATABASE_URL'] ?? ''
if (!url) throw new Error('Set DATABASE_URL, or run: scripts/run node bench/drivers.ts')

const rounds = Number(process.env['ROUNDS'] ?? 5)
const seconds = Number(process.env['SECONDS'] ?? 2)
const clients = 32
const connections = 8

type Column = [name: string, type: string]
const payment: Column[] = [
  ['merchant_id', 'text'],
  ['payment_id', 'text'],
  ['profile_id', 'text'],
  ['status', 'text'],
  ['amount', 'bigint'],
  ['amount_received', 'bigint'],
  ['currency', 'text'],
  ['customer_id', 'text'],
  ['email', 'text'],
  ['description', 'text'],
  ['payment_method', 'text'],
  ['billing', 'jsonb'],
  ['metadata', 'jsonb'],
  ['created', 'timestamptz'],
  ['modified_at', 'timestamptz'],
  ['version', 'int'],
]
const operation: Column[] = [
  ['merchant_id', 'text'],
  ['operation_id', 'text'],
  ['payment_id', 'text'],
  ['kind', 'text'],
  ['amount', 'bigint'],
  ['state', 'text'],
  ['created', 'timestamptz'],
]
const event: Column[] = [
  ['merchant_id', 'text'],
  ['event_id', 'text'],
  ['object_id', 'text'],
  ['sequence', 'int'],
  ['body', 'text'],
  ['created', 'timestamptz'],
]
const tables = [
  ['bench_payments', payment, 'merchant_id, payment_id'],
  ['bench_operations', operation, 'merchant_id, operation_id'],
  ['bench_events', event, 'merchant_id, event_id'],
] as const

const names = (columns: Column[]) => columns.map(([name]) => name).join(', ')

/** One array a column. Only text and numbers travel; json and time are cast where they arrive. */
function overArrays(): string {
  let n = 0
  const parts = tables.map(([table, columns], i) => {
    const params = columns.map(
      ([, type]) => `$${++n}::${type === 'bigint' || type === 'int' ? type : 'text'}[]`,
    )
    const cast = columns.map(([name, type]) => `${name}::${type}`).join(', ')
    const head = i === 0 ? '' : ' where exists (select from w0)'
    return `w${i} as (insert into ${table} (${names(columns)}) select ${cast} from unnest(${params.join(', ')}) as t(${names(columns)})${head} on conflict do nothing returning 1)`
  })
  return `with ${parts.join(', ')} select (select count(*) from w0), (select count(*) from w1), (select count(*) from w2)`
}

/** One JSON text a table. */
function overJson(): string {
  const parts = tables.map(([table, columns], i) => {
    const shape = columns.map(([name, type]) => `${name} ${type}`).join(', ')
    const head = i === 0 ? '' : ' where exists (select from w0)'
    return `w${i} as (insert into ${table} (${names(columns)}) select ${names(columns)} from json_to_recordset($${i + 1}::text::json) as t(${shape})${head} on conflict do nothing returning 1)`
  })
  return `with ${parts.join(', ')} select (select count(*) from w0), (select count(*) from w1), (select count(*) from w2)`
}

/** Plain parameters: one row a statement, which cannot carry a batch. */
function overScalars(): string {
  let n = 0
  const parts = tables.map(([table, columns], i) => {
    const params = columns.map(([, type]) => `$${++n}::${type}`).join(', ')
    const head = i === 0 ? '' : ' where exists (select from w0)'
    return `w${i} as (insert into ${table} (${names(columns)}) select ${params}${head} on conflict do nothing returning 1)`
  })
  return `with ${parts.join(', ')} select (select count(*) from w0), (select count(*) from w1), (select count(*) from w2)`
}

let serial = 0
const run = Date.now().toString(36)
function rows(): Record<string, unknown>[] {
  const id = `${run}${(++serial).toString(36).padStart(8, '0')}`
  const now = new Date().toISOString()
  const billing = {
    address: {
      line1: 'Mill Lane 1',
      city: 'Leeds',
      state: 'WY',
      zip: 'LS1',
      country: 'GB',
      first_name: 'Ada',
      last_name: 'King',
    },
  }
  const row = {
    merchant_id: 'mer_1',
    payment_id: `pay_${id}`,
    profile_id: 'pro_1',
    status: 'processing',
    amount: 1000,
    amount_received: 0,
    currency: 'EUR',
    customer_id: null,
    email: 'ada@example.com',
    description: 'An order of "books"',
    payment_method: 'card',
    billing,
    metadata: { order_id: id },
    created: now,
    modified_at: now,
    version: 1,
  }
  return [
    row,
    {
      merchant_id: 'mer_1',
      operation_id: `op_${id}`,
      payment_id: row.payment_id,
      kind: 'authorize',
      amount: 1000,
      state: 'sent',
      created: now,
    },
    {
      merchant_id: 'mer_1',
      event_id: `evt_${id}`,
      object_id: row.payment_id,
      sequence: 1,
      body: JSON.stringify({ content: { object: row } }),
      created: now,
    },
  ]
}
const flat = (value: unknown) =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : value
const asArrays = (batch: Record<string, unknown>[][]) =>
  tables.flatMap(([, columns], i) => columns.map(([name]) => batch.map((r) => flat(r[i]?.[name]))))
const asJson = (batch: Record<string, unknown>[][]) =>
  tables.map((_, i) => JSON.stringify(batch.map((r) => r[i])))
const asScalars = (batch: Record<string, unknown>[][]) =>
  tables.flatMap(([, columns], i) => columns.map(([name]) => flat(batch[0]?.[i]?.[name])))

const pool = new pg.Pool({ connectionString: url, max: connections })
const pipelined = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({ connectionString: url, ...({ pipeline: true } as object) })
    await client.connect()
    return client
  }),
)
let turn = 0
const sql = postgres(url, { max: connections, onnotice: () => {} })
const drivers = {
  pg: (name: string, text: string, values: unknown[]) => pool.query({ name, text, values }),
  pg_pipelined: (name: string, text: string, values: unknown[]) =>
    pipelined[turn++ % connections]!.query({ name, text, values }),
  postgres: (_: string, text: string, values: unknown[]) =>
    sql.unsafe(text, values as never[], { prepare: true }),
}
const forms = {
  arrays: [overArrays(), asArrays],
  json: [overJson(), asJson],
  scalars: [overScalars(), asScalars],
} as const
const variants = Object.keys(drivers).flatMap((driver) =>
  [
    ['scalars', 1],
    ['arrays', 1],
    ['json', 1],
    ['arrays', 8],
    ['json', 8],
  ].map(([form, size]) => ({ driver, form, size, rates: [] as number[], cpu: [] as number[] })),
) as {
  driver: keyof typeof drivers
  form: keyof typeof forms
  size: number
  rates: number[]
  cpu: number[]
}[]

await pool.query(
  tables
    .map(
      ([t, c, key]) =>
        `drop table if exists ${t}; create table ${t} (${c.map(([n, ty]) => `${n} ${ty}`).join(', ')}, primary key (${key}));`,
    )
    .join(''),
)
for (let round = 0; round <= rounds; round++) {
  for (const v of variants) {
    const [text, shape] = forms[v.form]
    await pool.query('truncate bench_payments, bench_operations, bench_events')
    const until = performance.now() + (round === 0 ? 500 : seconds * 1000)
    const began = performance.now()
    const cpu0 = process.cpuUsage()
    let done = 0
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < until) {
          const batch = Array.from({ length: v.size }, rows)
          await drivers[v.driver](v.form, text, shape(batch))
          done += v.size
        }
      }),
    )
    const cpu = process.cpuUsage(cpu0)
    if (round > 0) {
      v.rates.push((done / (performance.now() - began)) * 1000)
      v.cpu.push((cpu.user + cpu.system) / done)
    }
  }
}
const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0
console.log(
  '| driver | parameters | changes a statement | changes a second, median | client CPU µs a change |\n|---|---|---|---|---|',
)
for (const v of variants)
  console.log(
    `| ${v.driver} | ${v.form} | ${v.size} | ${Math.round(median(v.rates))} | ${Math.round(median(v.cpu))} |`,
  )
await pool.query('drop table bench_payments, bench_operations, bench_events')
await Promise.all([pool.end(), sql.end(), ...pipelined.map((c) => c.end())])
