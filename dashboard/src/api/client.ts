// The only way from the dashboard to the server: the public API, with the person's session cookie.
import createClient, { type Middleware } from 'openapi-fetch'
import { listsWithProfile, profileRequests } from './generated/profile_requests.ts'
import type { components, paths } from './generated/schema.ts'
import { isAttended } from './attendance.ts'
import { noteChange } from './resources.ts'

export type Schemas = components['schemas']

export interface Fault {
  readonly code: string
  readonly field?: string
  readonly message: string
}

interface Extras {
  readonly errors?: readonly Fault[]
  readonly request_id?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** An answer that is not a success, or no answer at all. */
export class ApiError extends Error {
  /** 0: the server did not answer, so it is not known whether it did what was asked. */
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly faults: readonly Fault[]
  readonly request_id: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, error: Partial<Fault> & Extras) {
    super(error.message ?? 'The server cannot be reached. Check your connection and try again.')
    this.status = status
    this.code = error.code ?? ''
    this.field = error.field
    this.faults = error.errors ?? []
    this.request_id = error.request_id
    this.details = error.details ?? {}
  }

  /** Sign-in methods change only within minutes after a sign-in. */
  get needsRecentSignIn(): boolean {
    return this.details['sign_in_again'] === true
  }

  get isSignedOut(): boolean {
    return this.status === 401
  }
}

/**
 * The context that every request needs; set by the session and by the profile switcher. `profile_id` is the
 * chosen one; without it lists show all profiles, and a request that must name one names the default.
 */
export const standing: {
  csrf_token?: string
  /** The merchant that the pages are about. */
  merchant_id?: string | null
  profile_id?: string
  default_profile_id?: string
} = {}

const headers: Middleware = {
  onRequest({ request, schemaPath }) {
    // Pages poll: without this, an absent person's session would never end.
    if (!isAttended()) request.headers.set('x-unattended', 'true')
    if (request.method !== 'GET') noteChange(schemaPath)
    if (request.method !== 'GET' && standing.csrf_token !== undefined)
      request.headers.set('x-csrf-token', standing.csrf_token)
    const profile_id = standing.profile_id ?? standing.default_profile_id
    if (profile_id !== undefined && namesProfile(request, schemaPath))
      request.headers.set('x-profile-id', profile_id)
    return listsWithProfile.includes(schemaPath) ? ofProfile(request) : request
  },
}

/** Analytics count one profile only if they are asked to. */
function namesProfile({ url, headers: sent }: Request, path: string): boolean {
  if (!profileRequests.includes(path)) return false
  // A request about another profile's object names that profile.
  if (sent.get('x-profile-id')) return false
  return !path.includes('{scope}') || new URL(url).pathname.includes('/profile/')
}

/** Everything that belongs to these objects shares their profile. */
const owners = ['payment_id', 'refund_id', 'dispute_id', 'payout_id', 'object_id']

/** A list shows the chosen profile, unless it names one itself; an empty `profile_id` asks for all. */
function ofProfile(request: Request): Request {
  const url = new URL(request.url)
  const named = url.searchParams.get('profile_id')
  if (named === '') url.searchParams.delete('profile_id')
  else if (named === null && standing.profile_id && !owners.some((id) => url.searchParams.has(id)))
    url.searchParams.set('profile_id', standing.profile_id)
  else return request
  return new Request(url, request)
}

export const api = createClient<paths>({ baseUrl: location.origin, credentials: 'same-origin' })
api.use(headers)

interface Outcome<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** The answer, or an ApiError. */
export async function unwrapAnswer<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const outcome = await call.catch(() => {
    throw new ApiError(0, {})
  })
  if (outcome.data !== undefined && outcome.response.ok) return outcome.data
  const { error } = (outcome.error ?? {}) as { error?: Fault & Extras }
  throw new ApiError(outcome.response.status, error ?? {})
}
