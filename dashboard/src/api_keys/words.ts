import type { Schemas } from '../api/client.ts'
import { scopes } from '../api/generated/build_tables.ts'
import { money } from '../lib/money.ts'
import type { Words } from '../lib/status.tsx'
import { inWords } from '../lib/words.ts'

export type ApiKey = Schemas['ApiKey']

export type Scope = '*' | (typeof scopes)[number]

export const keyWords: Words = {
  active: ['ok', 'Active'],
  soon: ['warn', 'Expires soon'],
  expired: ['mute', 'Expired'],
  revoked: ['mute', 'Revoked'],
}

const SOON_MS = 14 * 24 * 60 * 60_000

export function keyStatus({ status, expiration }: ApiKey): string {
  const isSoon = expiration !== 'never' && Date.parse(expiration) - Date.now() < SOON_MS
  return status === 'active' && isSoon ? 'soon' : status
}

/** `payments`, `refunds`, …: each has the scopes `read` and `write`. */
export const resources = [...new Set(scopes.map((scope) => scope.split(':')[0] ?? ''))]

const names: Readonly<Record<string, string>> = {
  api_keys: 'API keys',
  connectors: 'Provider accounts',
  workflows: 'Routing',
}

export function resourceName(resource: string): string {
  return names[resource] ?? inWords(resource)
}

/** Everything, or which resources it changes and which it only reads. */
export function scopeText(held: readonly string[]): string {
  if (held.includes('*')) return 'Everything'
  const written = resources.filter((name) => held.includes(`${name}:write`))
  const read = resources.filter((name) => held.includes(`${name}:read`) && !written.includes(name))
  if (written.length === 0 && read.length === resources.length) return 'Reads everything'
  return [
    written.length > 0 && `Changes ${written.map(resourceName).join(', ').toLowerCase()}`,
    read.length > 0 && `reads ${read.map(resourceName).join(', ').toLowerCase()}`,
  ]
    .filter(Boolean)
    .join('; ')
    .replaceAll('api keys', 'API keys')
    .replace(/^reads/, 'Reads')
}

/** `€50.00 per call, €200.00 a day`, for each currency; a publishable key has none. */
export function limitText({ amount_limits, type }: ApiKey): string | null {
  if (type !== 'secret') return null
  const limits = (amount_limits ?? []).map(({ currency, per_call, per_day }) =>
    [
      typeof per_call === 'number' && `${money(per_call, currency)} per call`,
      typeof per_day === 'number' && `${money(per_day, currency)} a day`,
    ]
      .filter(Boolean)
      .join(', '),
  )
  return limits.join('; ') || 'None'
}

/** True if a person with these scopes may grant them all: a grant never exceeds its giver. */
export function covers(may: (scope: string) => boolean, wanted: readonly string[]): boolean {
  return wanted.every((scope) => may(scope))
}
