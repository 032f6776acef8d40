// The parameter `expand`: parts of an object that are read only for a request that names them, each with its own scope.
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { hasScope, type Scope } from './authenticate.ts'

/** The names that a request sent, separated by commas; refuses unknown ones, and those that the caller may not read. */
export function readExpand<Name extends string>(
  { caller }: Pick<Context, 'caller'>,
  sent: string | undefined,
  expandable: Readonly<Record<Name, Scope>>,
): Name[] {
  const names = sent === undefined ? [] : [...new Set(sent.split(','))]
  return names.map((name) => {
    if (!isOneOf(expandable, name)) throw unknown(expandable)
    const scope = expandable[name]
    if (hasScope(caller.scopes, scope)) return name
    throw new Failure('AU_03', `To expand ${name}, use a secret key with the scope ${scope}.`)
  })
}

function isOneOf<Name extends string>(
  table: Readonly<Record<Name, Scope>>,
  name: string,
): name is Name {
  return Object.hasOwn(table, name)
}

function unknown(expandable: object): Failure {
  const all = Object.keys(expandable).join(', ')
  return new Failure('IR_04', `\`expand\` accepts: ${all}, separated by commas.`, {
    field: 'expand',
  })
}
