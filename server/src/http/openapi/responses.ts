// The document's responses: errors, which many routes share, and headers.
import { type ErrorCode, errors, precedence } from '#errors.ts'
import { NOTHING_CHANGED } from '../changes.ts'
import { mediaTypes } from '../download.ts'
import type { Route } from '../route.ts'
import type { Json } from './components.ts'

const text = { type: 'string' }
const number = { type: 'integer' }

export const headers = {
  'X-Request-Id': {
    description: 'The id of this request. Quote it when you ask for help.',
    schema: text,
  },
  'X-Api-Version': { description: 'The version of the interface that answered.', schema: text },
  'X-RateLimit-Limit': {
    description: 'The number of requests that are accepted in a minute.',
    schema: number,
  },
  'X-RateLimit-Remaining': {
    description: 'The number of requests that are left in this minute.',
    schema: number,
  },
  'X-RateLimit-Reset': {
    description: 'The Unix time in seconds at which the next minute begins.',
    schema: number,
  },
  'Retry-After': {
    description: 'The number of seconds to wait before the next try.',
    schema: number,
  },
  'Idempotent-Replayed': {
    description:
      'Present if the request was carried out before under its `Idempotency-Key`, and this is the answer of that time.',
    schema: { type: 'string', enum: ['true'] },
  },
  Deprecation: {
    description:
      'Present if the request uses a deprecated field: the date of its deprecation (RFC 9745).',
    schema: text,
  },
  'X-Total-Count': {
    description: 'The number of all entries that match, on every page.',
    schema: number,
  },
  Location: { description: 'Where the browser is sent.', schema: { ...text, format: 'uri' } },
} as const

export type HeaderName = keyof typeof headers

const always: readonly HeaderName[] = ['X-Request-Id', 'X-Api-Version']
const counted: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

export function referHeaders(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Headers on a successful response. */
export function successHeaders(row: Route): HeaderName[] {
  const { access, limit, method, body, header } = row
  const isCounted = access !== 'public' || limit !== undefined
  const isReplayable = method !== 'GET' && access !== 'public' && access !== 'session'
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, object> }
  const isDeprecated = Object.values(properties).some((schema) => 'deprecated' in schema)
  return [
    ...always,
    ...(isCounted ? counted : []),
    ...(isReplayable ? (['Idempotent-Replayed'] as const) : []),
    ...(isDeprecated ? (['Deprecation'] as const) : []),
    ...(header ? [header] : []),
  ]
}

/** Which errors may be over after a while. */
const TRANSIENT: ReadonlySet<number> = new Set([409, 429, 503])

/** Errors written before the request is known, and counted for no caller. */
const UNCOUNTED: ReadonlySet<number> = new Set([408, 417, 431])

/** Error responses for all routes, each defined once. */
export class ErrorResponses {
  private readonly responses = new Map<string, Json>()

  /** By status, for a route with these errors. */
  of(row: Route, codes: readonly ErrorCode[]): Record<string, Json> {
    const byStatus = new Map<number, { code: ErrorCode; line: string }[]>()
    const note = (status: number, code: ErrorCode, when: string) =>
      byStatus.set(status, [...(byStatus.get(status) ?? []), { code, line: `${code}: ${when}` }])
    for (const code of codes) {
      const { status, returned_by, also } = errors[code]
      note(status, code, returned_by)
      for (const [other, when] of also) note(other, code, when)
    }
    const isPage = mediaTypes(row.answer)?.includes('text/html') ?? false
    return Object.fromEntries(
      [...byStatus].map(([status, found]) => [
        status,
        this.reference(status, found, isPage && status === 404),
      ]),
    )
  }

  private reference(
    status: number,
    found: readonly { code: ErrorCode; line: string }[],
    isPage: boolean,
  ): Json {
    const codes = [...new Set(found.map(({ code }) => code))]
    const name = [`Error${status}`, ...codes, ...(isPage ? ['Page'] : [])].join('_')
    if (!this.responses.has(name)) {
      const waits = TRANSIENT.has(status) ? (['Retry-After'] as const) : []
      const limits = UNCOUNTED.has(status) ? [] : counted
      this.responses.set(name, {
        description: found.map(({ line }) => line).join('; '),
        headers: referHeaders([...always, ...limits, ...waits]),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: errorExample(code) }]),
            ),
          },
          // A page says in HTML that its object does not exist.
          ...(isPage ? { 'text/html': { schema: { type: 'string' } } } : {}),
        },
      })
    }
    return { $ref: `#/components/responses/${name}` }
  }

  toJson(): Json {
    return Object.fromEntries([...this.responses].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

function errorExample(code: ErrorCode): Json {
  const { type, message: usual } = errors[code]
  const message = code === 'HE_00' ? `${usual} ${NOTHING_CHANGED}` : usual
  const doc_url = `https://pay.example.com/docs/errors#${code}`
  const request_id = 'req_00000000000000000000000000'
  return { error: { type, code, message, doc_url, request_id } }
}

/** Any route can answer these: a body, an unknown query field and an unknown version are refused everywhere. */
const common: readonly ErrorCode[] = [
  'AU_01',
  'AU_02',
  'AU_03',
  'RL_01',
  'IR_04',
  'IR_06',
  'IR_07',
  'HE_00',
]
const withKey: readonly ErrorCode[] = ['IR_29']
const withProfile: readonly ErrorCode[] = ['IR_01', 'IR_05']

/** All errors that a route can return, in order of precedence. */
export function listErrors(row: Route): ErrorCode[] {
  const all = new Set([
    ...common,
    ...(row.method === 'GET' ? [] : withKey),
    ...(row.profile ? withProfile : []),
    ...row.errors,
  ])
  return precedence.filter((code) => all.has(code))
}
