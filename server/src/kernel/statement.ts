// One SQL statement for every shape of change, whatever tables it touches. Rows travel as one JSON
// text per write and take their types from the table itself, so the same statement carries one change
// or sixty. Ordinality ties the rows of a change together: a change whose head was refused writes
// nothing, and any other refusal raises, which undoes the whole statement.
import type { Change, Write } from './change.ts'

/** Two changes with the same shape can travel in one statement. */
export function shapeOf(change: Change): string {
  let shape = ''
  for (const write of change.writes) {
    shape += `${write.kind} ${write.table.name}(${Object.keys(write.row).join()})`
  }
  return shape
}

/** What the head names; two changes about one object never share a statement. */
export function headKey(change: Change): string {
  const [head] = change.writes
  return JSON.stringify([head.table.name, ...head.table.key.map((column) => head.row[column])])
}

export function compose(change: Change): string {
  const [head, ...rest] = change.writes
  const parts = [
    `i0 as materialized (select * from ${input(head, 0)})`,
    ...kept(head),
    ...rest.map((write, n) => {
      // An array is looked through faster than rows are joined, and joins by hash are ruled out.
      const only = 'i.ordinality = any(array(select ordinality from kept))'
      return `w${n + 1} as (${statement(write, input(write, n + 1), only)} returning 1)`
    }),
  ]
  const whole = rest.map((_, n) => `(select count(*) from w${n + 1}) = (select count(*) from kept)`)
  // A case, because nothing else fixes the order in which conditions are looked at.
  const check =
    whole.length > 0
      ? `\nwhere case when ${whole.join(' and ')} then true else refuse_commit() end`
      : ''
  return `with ${parts.join(',\n')}\nselect ordinality::int as nth from kept${check}`
}

/** Which heads were written; an insert cannot say so by number, so its keys are compared. */
function kept(head: Write): string[] {
  if (head.kind !== 'insert') {
    return [`kept as (${statement(head, 'i0 i')} returning i.ordinality)`]
  }
  const same = head.table.key.map((column) => `i.${column} = w0.${column}`).join(' and ')
  return [
    `w0 as (${statement(head, 'i0 i')} returning ${qualified(head, 'w')})`,
    `kept as materialized (select i.ordinality from i0 i join w0 on ${same})`,
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
  const match = [...key, 'version'].map((column) => `w.${column} = i.${column}`)
  const where = [...match, only].join(' and ')
  if (write.kind === 'remove') return `delete from ${name} w using ${from} where ${where}`
  const keys = new Set<string>(key)
  const sets = columns
    .filter((column) => !keys.has(column) && column !== 'version')
    .map((column) => `${column} = i.${column}`)
  return `update ${name} w set ${[...sets, 'version = w.version + 1'].join(', ')} from ${from} where ${where}`
}
