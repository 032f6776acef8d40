// What can be expanded in a payment. Refunds and disputes come below payments in the order of imports: their
// manifests declare the expansions.
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { hasScope, type Scope } from '#http/scopes.ts'

const expandable = {
  refunds: 'refunds:read',
  disputes: 'disputes:read',
} as const satisfies Record<string, Scope>
type Expandable = keyof typeof expandable

/** A key sees beside a payment only what it may see by itself, and browsers see nothing. */
export async function expand(
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
  if (!caller.is_publishable && hasScope(caller.scopes, scope)) return
  throw new Failure('AU_03', `To expand ${name}, use a secret key with the scope ${scope}.`)
}
