import { Failure } from '#errors.ts'
import { cut, suggestion } from '#http/rules.ts'
import { type ListName, queryNames } from './lists.ts'

/** A customer's personal data, which would outlive the customer in a view. */
const PERSONAL = new Set(['email', 'name', 'phone'])
const MAX_CUSTOMERS = 10

/** Refuses what the list does not know and what identifies a person by more than an id. Returns the customers' ids. */
export function checkQuery(list: ListName, query: string): string[] {
  const sent = [...new URLSearchParams(query)]
  const known = queryNames(list)
  for (const [name, value] of sent) {
    if (!known.includes(name)) throw unknownName(list, name, known)
    if (sent.filter((other) => other[0] === name).length > 1) throw refuse(`has ${name} twice.`)
    if (PERSONAL.has(name) || value.includes('@')) throw personal()
  }
  if (sent.length === 0) throw refuse('must have a filter.')
  const ids = sent.find(([name]) => name === 'customer_id')?.[1].split(',') ?? []
  if (ids.length > MAX_CUSTOMERS) throw refuse(`has more than ${MAX_CUSTOMERS} customers.`)
  return [...new Set(ids)]
}

/** A name is not erased, so it has no address either. */
export function checkName(name: string): void {
  if (!name.includes('@')) return
  const message = '`name` cannot have an e-mail address.'
  throw new Failure('IR_04', message, { field: 'name' })
}

function personal(): Failure {
  const message =
    'A view holds no e-mail address, name or phone number of a customer. Filter by `customer_id` instead.'
  return new Failure('IR_04', message, { field: 'query' })
}

function unknownName(list: ListName, name: string, known: readonly string[]): Failure {
  return refuse(`has ${cut(name)}, which is no filter of ${list}${suggestion(name, known) || '.'}`)
}

function refuse(rule: string): Failure {
  return new Failure('IR_04', `\`query\` ${rule}`, { field: 'query' })
}
