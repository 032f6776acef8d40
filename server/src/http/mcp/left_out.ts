// Routes that agents get no tool for, each with the reason. Every other route of the table has one.
import { mediaTypes } from '../download.ts'
import { operationName } from '../operation_names.ts'
import type { Route } from '../route.ts'

const PERMISSIONS = 'It changes what people and keys may do.'
const CREDENTIALS = 'Its arguments are credentials of an acquirer.'

/** By operation name. */
const leftOut: Readonly<Record<string, string>> = {
  'api_keys.create': PERMISSIONS,
  'api_keys.update': PERMISSIONS,
  'api_keys.roll': PERMISSIONS,
  'api_keys.revoke': PERMISSIONS,
  'users.invite': PERMISSIONS,
  'users.update_role': PERMISSIONS,
  'users.resend_invite': PERMISSIONS,
  'users.delete': PERMISSIONS,
  'users.end_sessions': PERMISSIONS,
  'roles.create': PERMISSIONS,
  'roles.update': PERMISSIONS,
  'roles.delete': PERMISSIONS,
  'team_settings.update': PERMISSIONS,
  'connectors.create': CREDENTIALS,
  'connectors.update': CREDENTIALS,
  'profiles.rotate_webhook_secret': 'Its answer is a secret.',
  'tokens.create': 'Its argument is a card.',
}

/** Undefined: agents get a tool for the route. */
export function reasonLeftOut(row: Route): string | undefined {
  const { access, users_only, upload, answer } = row
  if (access === 'public') return 'It is for browsers and acquirers, without a key.'
  if (access === 'session' || users_only) return 'It is for a user who has signed in.'
  if (access === 'admin') return 'It is for the operator.'
  if (upload !== undefined) return 'Its argument is a file.'
  if (mediaTypes(answer) !== undefined || row.status === 303) return 'Its answer is a document.'
  if (isSearch(row)) return 'The list by GET does the same.'
  return leftOut[operationName(row)]
}

function isSearch({ method, summary }: Route): boolean {
  return method === 'POST' && summary.startsWith('Search ')
}

export const leftOutByName: readonly string[] = Object.keys(leftOut)
