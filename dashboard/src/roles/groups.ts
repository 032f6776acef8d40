// Role permissions in words: a product area, its scopes, and the API groups that grant them.
import { groupScopes } from '../api/generated/permissions.ts'
import type { Schemas } from '../api/client.ts'

export type Group = keyof typeof groupScopes
export type Level = 'none' | 'view' | 'manage'
export type Role = Schemas['Role']

interface Area {
  /** The group prefix: `users` is `users_view` and `users_manage`. */
  readonly id: string
  readonly name: string
  readonly about: string
  /** The area's objects, by their scope names. */
  readonly objects: Readonly<Record<string, string>>
}

/** Connectors and workflows have no scopes yet, so there is nothing to grant. */
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

/** The level that the groups grant for an object. Changing includes viewing. */
export function accessLevel(groups: readonly string[], object: string): Level {
  const scopes = new Set<string>(
    groups.flatMap((group) => [...(groupScopes[group as Group] ?? [])]),
  )
  // There is nothing to change about figures, although both scopes exist.
  if (scopes.has(`${object}:write`) && object !== 'analytics') return 'manage'
  return scopes.has(`${object}:read`) ? 'view' : 'none'
}

export function levelOfArea(groups: readonly string[], area: string): Level {
  if (groups.includes(`${area}_manage`)) return 'manage'
  return groups.includes(`${area}_view`) ? 'view' : 'none'
}

/** The groups with another level in an area; other areas' groups stay. */
export function withLevel(groups: readonly string[], area: string, level: Level): string[] {
  const others = groups.filter((group) => group !== `${area}_view` && group !== `${area}_manage`)
  return level === 'none' ? others : [...others, `${area}_${level}`]
}

/** Levels that exist and whose scopes the person has. */
export function levelsFor(area: string, may: (scope: string) => boolean): Level[] {
  const levels = (['view', 'manage'] as const).filter((level) => {
    const scopes = groupScopes[`${area}_${level}` as Group] as readonly string[] | undefined
    return scopes?.every(may)
  })
  return ['none', ...levels]
}
