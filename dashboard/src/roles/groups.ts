// What roles may do, in words: an area of the product, the scopes behind it, and the groups of the API that grant it.
import { groupScopes } from '../api/generated/permissions.ts'
import type { Schemas } from '../api/client.ts'

export type Group = keyof typeof groupScopes
export type Level = 'none' | 'view' | 'manage'
export type Role = Schemas['Role']

interface Area {
  /** Of the groups: `users` is `users_view` and `users_manage`. */
  readonly id: string
  readonly name: string
  readonly about: string
  /** The objects of the area, by the name of their scopes. */
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

/** What the groups allow with an object. To change it includes to view it. */
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

/** The groups with another level in an area; groups of other areas stay. */
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
