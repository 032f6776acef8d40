// The scopes of a key: a resource and `read` or `write`; `*` is all of them.

const resources = [
  'payments',
  'refunds',
  'customers',
  'payment_links',
  'disputes',
  'payouts',
  'subscriptions',
  'analytics',
  'profiles',
  'api_keys',
  'users',
  'webhooks',
] as const

type Resource = (typeof resources)[number]
export type Scope = `${Resource}:${'read' | 'write'}`

export const scopes: readonly Scope[] = resources.flatMap((resource) => [
  `${resource}:read` as const,
  `${resource}:write` as const,
])

export function hasScope(held: readonly string[], wanted: Scope): boolean {
  return held.includes('*') || held.includes(wanted)
}

/** A key cannot create another key with more scopes than its own. */
export function covers(held: readonly string[], wanted: readonly string[]): boolean {
  return held.includes('*') || wanted.every((scope) => held.includes(scope))
}
