// Composes one SQL statement for each commit shape. Rows are sent as one JSON text per write and get their types from
// the table, so the same statement writes one commit or a batch. The ordinality joins a commit's rows: a commit with
// a refused head writes nothing, and any other refusal raises, which rolls back the statement.
import type { Add, Demand, Write } from './change.ts'

export type Writes = readonly [Write, ...Write[]]

export function compose([head, ...rest]: Writes): string {
  const parts = [
    `i0 as materialized (select * from ${input(head, 0)})`,
    ...written(head),
    ...rest.map((write, n) => {
      // An array is faster than a join here, because hash joins are disabled.
      const only = 'i.ordinality = any(array(select ordinality from written))'
      const text = statement(write, input(write, n + 1), only)
      return `w${n + 1} as (${write.kind === 'demand' ? text : `${text} returning 1`})`
    }),
  ]
  const whole = rest.flatMap(({ kind }, n) =>
    kind === 'evict' ? [] : `(select count(*) from w${n + 1}) = (select count(*) from written)`,
  )
  // Only `case` fixes the order in which conditions are evaluated.
  const check =
    whole.length > 0
      ? `\nwhere case when ${whole.join(' and ')} then true else refuse_commit() end`
      : ''
  return `with ${parts.join(',\n')}\nselect ordinality::int as nth from written${check}`
}

/** The written heads' ordinalities; an insert cannot return them, so its keys are joined. */
function written(head: Write): string[] {
  if (head.kind !== 'insert') {
    return [`written as (${statement(head, 'i0 i')} returning i.ordinality)`]
  }
  const same = head.table.key.map((column) => `i.${column} = w0.${column}`).join(' and ')
  return [
    `w0 as (${statement(head, 'i0 i')} returning ${qualified(head, 'w')})`,
    `written as materialized (select i.ordinality from i0 i join w0 on ${same})`,
  ]
}

function input(write: Write, n: number): string {
  return `json_populate_recordset(null::${write.table.name}, $${n + 1}::json) with ordinality i`
}

function qualified(write: Write, alias: string): string {
  return write.table.key.map((column) => `${alias}.${column}`).join(', ')
}

function statement(write: Write, from: string, only = 'true'): string {
  const { name, key } = write.table
  const columns = Object.keys(write.row)
  if (write.kind === 'insert') {
    const source = columns.map((column) => `i.${column}`).join(', ')
    return `insert into ${name} as w (${columns.join(', ')}) select ${source} from ${from} where ${only} on conflict do nothing`
  }
  if (write.kind === 'add') return addition(write, from, only)
  if (write.kind === 'demand') return demanded(write, from, only)
  if (write.kind === 'evict') {
    return `delete from ${name} w using ${from} where ${found(key)} and ${only}`
  }
  const where = `${found(key)} and w.version = i.version and ${only}`
  if (write.kind === 'remove') return `delete from ${name} w using ${from} where ${where}`
  const fixed = new Set<string>([...key, 'version'])
  const sets = columns
    .filter((column) => !fixed.has(column))
    .map((column) => `${column} = i.${column}`)
  return `update ${name} w set ${[...sets, 'version = w.version + 1'].join(', ')} from ${from} where ${where}`
}

/** PostgreSQL evaluates the condition again on the current row if it had to wait for a row lock. */
function addition({ table, column, bound, less }: Add, from: string, only: string): string {
  const sum = `w.${column} + i.${column}`
  const max = less === null ? `w.${bound}` : `w.${bound} - w.${less}`
  // A subtraction is never refused, even if the sum is already above the bound.
  const within = bound === null ? '' : ` and (i.${column} < 0 or ${sum} <= ${max})`
  return `update ${table.name} w set ${column} = ${sum}, version = w.version + 1
    from ${from} where ${found(table.key)} and ${sum} >= 0${within} and ${only}`
}

/** The lock makes PostgreSQL wait for a concurrent update to the row and evaluate the condition on the result. */
function demanded({ table: { name, key }, row }: Demand, from: string, only: string): string {
  const same = Object.keys(row)
    .filter((column) => !key.some((each) => each === column))
    .map((column) => `and w.${column} is not distinct from i.${column} `)
  return `select 1 from ${name} w, ${from} where ${found(key)} ${same.join('')}and ${only} for share of w`
}

/** A one-element array, so that the plan is an index lookup: docs/operations/query-plans.md#an-array-of-one */
function found(key: readonly string[]): string {
  return key
    .map((column, n) =>
      n === 0 ? `w.${column} = any(array[i.${column}])` : `w.${column} = i.${column}`,
    )
    .join(' and ')
}
