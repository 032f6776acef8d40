import type { Context } from '#kernel/context.ts'
import { checkSession } from '#http/client_access.ts'
import { readPayment, toApi } from './read.ts'
import type { GetPayment, Payment } from './schema.ts'
import { Failure } from '#errors.ts'
import { hasScope, type Scope } from '#http/authenticate.ts'

export async function getPayment(
  context: Context,
  payment_id: string,
  query: GetPayment = {},
): Promise<Payment> {
  const expanded = await expand(context, payment_id, query.expand)
  const row = await readPayment(context, payment_id)
  checkSession(context, 'payment', row)
  return { ...toApi(context, row), ...expanded }
}

/** Manifests for resources below payments declare how these are read. */
const expandable = {
  refunds: 'refunds:read',
  disputes: 'disputes:read',
} as const satisfies Record<string, Scope>
type Expandable = keyof typeof expandable

/** Expanding a list needs the list's scope. */
async function expand(
  context: Context,
  payment_id: string,
  sent: string | undefined,
): Promise<Partial<Record<Expandable, object[]>>> {
  const names = sent === undefined ? [] : sent.split(',').map(checkName)
  for (const name of names) checkScope(context, name)
  const lists = names.map(async (name) => [
    name,
    await context.registry.expansions[name]?.(context, payment_id),
  ])
  return Object.fromEntries(await Promise.all(lists))
}

function checkName(name: string): Expandable {
  if (Object.hasOwn(expandable, name)) return name as Expandable
  const all = Object.keys(expandable).join(', ')
  throw new Failure('IR_04', `\`expand\` accepts: ${all}, separated by commas.`, {
    field: 'expand',
  })
}

function checkScope({ caller }: Context, name: Expandable): void {
  const scope = expandable[name]
  if (hasScope(caller.scopes, scope)) return
  throw new Failure('AU_03', `To expand ${name}, use a secret key with the scope ${scope}.`)
}
