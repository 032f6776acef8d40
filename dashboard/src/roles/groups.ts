// Role permissions in words: a product area, its scopes, and the API groups that grant them.
import { groupScopes } from '../api/generated/permissions.ts'
import type { Schemas } from '../api/client.ts'
import { money } from '../lib/money.ts'

type Group = keyof typeof groupScopes
type Scope = Role['scopes'][number]
export type Level = 'none' | 'view' | 'manage'
export type Role = Schemas['Role']

export interface Area {
  /** The group prefix: `users` is `users_view` and `users_manage`. */
  readonly id: string
  readonly name: string
  readonly about: string
  /** The area's objects, by their scope names. */
  readonly objects: Readonly<Record<string, string>>
}

export const areas: readonly Area[] = [
  {
    id: 'operations',
    name: 'Payments and customers',
    about: 'Payments, refunds, disputes, payouts, customers, payment links and subscriptions.',
    objects: {
      payments: 'Payments',
      refunds: 'Refunds',
      disputes: 'Disputes',
      payouts: 'Payouts and balances',
      customers: 'Customers',
      payment_links: 'Payment links',
      subscriptions: 'Subscriptions and plans',
    },
  },
  {
    id: 'connectors',
    name: 'Provider accounts',
    about: 'The accounts at acquirers, with their credentials.',
    objects: { connectors: 'Provider accounts' },
  },
  {
    id: 'workflows',
    name: 'Routing',
    about: 'The rules that choose an account for a payment.',
    objects: { workflows: 'Routing' },
  },
  {
    id: 'analytics',
    name: 'Analytics',
    about: 'Figures and charts. There is nothing to change.',
    objects: { analytics: 'Figures and charts' },
  },
  {
    id: 'users',
    name: 'Team',
    about: 'Users and their roles, custom roles.',
    objects: { users: 'Users and roles' },
  },
  {
    id: 'account',
    name: 'Account',
    about: 'Business profiles, API keys, webhooks and the audit trail.',
    objects: {
      profiles: 'Business profiles',
      api_keys: 'API keys and audit trail',
      webhooks: 'Webhooks and events',
    },
  },
]

/** A role's rights, as the API has them. */
export type Permissions = Pick<Role, 'groups' | 'scopes' | 'refund_limit'>

/** A role as the form has it: a level for each object. */
export type Levels = Readonly<Record<string, Level>>

/** The level that a role grants for an object. Changing includes viewing. */
export function accessLevel(
  { groups, scopes }: Pick<Permissions, 'groups' | 'scopes'>,
  object: string,
): Level {
  const held = new Set<string>([...groups.flatMap((group) => groupScopes[group]), ...scopes])
  // There is nothing to change about figures, although both scopes exist.
  if (held.has(`${object}:write`)) return object === 'analytics' ? 'view' : 'manage'
  return held.has(`${object}:read`) ? 'view' : 'none'
}

const objectNames = areas.flatMap(({ objects }) => Object.keys(objects))

export function readLevels(role: Pick<Permissions, 'groups' | 'scopes'>): Levels {
  return Object.fromEntries(objectNames.map((object) => [object, accessLevel(role, object)]))
}

/** The level that all objects of an area have; undefined if they differ. */
export function commonLevel(levels: Levels, { objects }: Area): Level | undefined {
  const found = [...new Set(Object.keys(objects).map((object) => levels[object] ?? 'none'))]
  return found.length === 1 ? found[0] : undefined
}

/** As few groups and scopes as say the same: a group where all objects of its area have the level. */
export function permissionsFor(levels: Levels): Pick<Permissions, 'groups' | 'scopes'> {
  const groups: Group[] = []
  const scopes: Scope[] = []
  for (const { id, objects } of areas) {
    const own = Object.keys(objects).map((object) => [object, levels[object] ?? 'none'] as const)
    const has = (level: Level) => own.filter(([, each]) => each === level).map(([name]) => name)
    const isWhole = (group: string): group is Group => group in groupScopes
    if (has('manage').length === own.length && isWhole(`${id}_manage`)) {
      groups.push(`${id}_manage` as Group)
      continue
    }
    if (has('none').length === 0) groups.push(`${id}_view` as Group)
    else scopes.push(...has('view').map((object) => `${object}:read` as Scope))
    scopes.push(...has('manage').map((object) => `${object}:write` as Scope))
  }
  return { groups, scopes }
}

/** The levels that exist for these objects and that the person may grant. */
export function levelsFor(objects: readonly string[], may: (scope: string) => boolean): Level[] {
  const mayAll = (right: string) => objects.every((object) => may(`${object}:${right}`))
  const levels: Level[] = ['none']
  if (mayAll('read')) levels.push('view')
  if (mayAll('write') && !objects.includes('analytics')) levels.push('manage')
  return levels
}

/** `Changes refunds, up to €100.00 per payment. Views payments and customers.` */
export function describeRole(role: Permissions): string {
  const levels = readLevels(role)
  const named = (level: Level) =>
    areas.flatMap((area) =>
      commonLevel(levels, area) === level
        ? [area.name]
        : Object.entries(area.objects).flatMap(([id, name]) =>
            levels[id] === level ? [name] : [],
          ),
    )
  const sentence = (verb: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${verb} ${inWords.format(names.map(lowerFirst))}.`]
  const limit = levels['refunds'] === 'manage' ? limitText(role.refund_limit) : undefined
  return [
    ...sentence('Changes', named('manage')),
    ...sentence('Only views', named('view')),
    ...(limit === undefined ? [] : [`Refunds up to ${limit} of a payment.`]),
  ].join(' ')
}

const inWords = new Intl.ListFormat('en-GB')

const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** `€100.00 or $120.00`; undefined without a limit. */
export function limitText(limits: Permissions['refund_limit']): string | undefined {
  return limits?.map(({ currency, amount }) => money(amount, currency)).join(' or ')
}
