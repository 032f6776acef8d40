// All errors that the API returns. The status belongs to the code, never to the place that fails; `also` lists a
// code's other statuses and when they apply. Checks run in the order of `precedence`; a request with several errors
// gets the first one.

export const errors = {
  IR_02: row(
    'invalid_request',
    404,
    'This URL does not exist. The routes are listed at /docs.',
    'unknown URL',
  ),
  IR_03: row(
    'invalid_request',
    405,
    'This URL does not support this method.',
    'method not allowed',
  ),
  AU_01: row(
    'authentication_error',
    401,
    'The API key is missing or invalid. Send a secret key of this environment in the header `api-key`.',
    'missing, malformed or unknown key, or a key of the other environment',
  ),
  AU_02: row(
    'authentication_error',
    401,
    'This API key has been revoked or has expired. Use another key, or create one.',
    'revoked or expired key',
  ),
  RL_01: row(
    'rate_limit_error',
    429,
    'Too many requests in this minute. Retry after the number of seconds in `Retry-After`, with exponential backoff and jitter.',
    'rate limit exceeded',
  ),
  AU_03: row(
    'authentication_error',
    403,
    'This key is not allowed to do this. Use a key with the required scope.',
    'scope missing; publishable key on a server route',
  ),
  IR_07: row('invalid_request', 413, 'The request body is too large.', 'body too large'),
  IR_06: row(
    'invalid_request',
    400,
    'The request body is not JSON.',
    'body is not JSON, or not a form where a file is uploaded',
    [415, 'Content-Type is not application/json, or multipart/form-data where a file is uploaded'],
    [408, 'the request takes too long to arrive'],
    [417, 'the header Expect names something else than 100-continue'],
    [431, 'the headers are too many or too large'],
  ),
  IR_36: row(
    'invalid_request',
    400,
    'The file is empty, too large or of an unsupported type.',
    'empty file, or a file type that the route does not accept',
    [413, 'the file is too large'],
  ),
  IR_33: row('invalid_request', 400, 'The upload has no file.', 'upload without a file'),
  IR_35: row(
    'invalid_request',
    400,
    'The `purpose` of the file is missing or unknown.',
    'upload whose `purpose` is missing or unknown',
  ),
  IR_01: row(
    'invalid_request',
    400,
    'A required field is missing.',
    'missing required field or header',
  ),
  IR_04: row(
    'invalid_request',
    400,
    'A field has an invalid value, or is unknown.',
    'invalid field value, unknown field, enum value or filter',
  ),
  IR_05: row(
    'invalid_request',
    404,
    'The resource does not exist.',
    'resource not found; also for ids of other merchants',
  ),
  IR_29: row(
    'invalid_request',
    422,
    'The request is well formed but cannot be processed.',
    'well formed but cannot be processed; an Idempotency-Key reused for another request',
  ),
  HE_01: row(
    'invalid_request',
    409,
    'A resource with this id already exists.',
    'duplicate id; `details.existing_id` names it',
  ),
  IR_16: row(
    'invalid_request',
    409,
    'The object is already final, or the action conflicts with another one.',
    'object already final, or conflicting action',
  ),
  IR_14: row(
    'invalid_request',
    400,
    'This action is not allowed in the current state of the object.',
    'action not allowed in this state',
  ),
  IR_13: row(
    'invalid_request',
    400,
    'The amount exceeds the remaining amount.',
    'refund, capture or payout amount above the remaining amount',
  ),
  PE_01: row(
    'processing_error',
    422,
    'The acquirer declined the action.',
    'capture, approval or cancellation refused by the acquirer',
  ),
  PE_02: row(
    'processing_error',
    422,
    'The acquirer declined the action: insufficient funds.',
    'the same, for insufficient funds',
  ),
  PE_03: row(
    'processing_error',
    422,
    'The acquirer declined the action: the card has expired.',
    'the same, for an expired card',
  ),
  CE_01: row(
    'connector_error',
    502,
    'The acquirer cannot be reached, so the action was not carried out. Retry the request.',
    'acquirer unreachable before anything was sent; the provider of single sign-on cannot be used',
  ),
  CE_02: row(
    'connector_error',
    503,
    'The acquirer is in maintenance, so the action was not carried out. Retry the request later.',
    'acquirer in maintenance',
  ),
  HE_00: row(
    'api_error',
    500,
    'Internal error.',
    'internal error',
    [
      409,
      'another request is changing the object, or the first request with the same Idempotency-Key is still running',
    ],
    [
      503,
      'the database cannot be reached, too many passwords, images or documents wait, or the outcome is unknown',
    ],
  ),
} as const

export const precedence = Object.keys(errors) as ErrorCode[]

export type ErrorCode = keyof typeof errors

interface ErrorRow {
  readonly type: string
  readonly status: number
  readonly message: string
  readonly returned_by: string
  readonly also: readonly (readonly [status: number, when: string])[]
}

function row(
  type: string,
  status: number,
  message: string,
  returned_by: string,
  ...also: (readonly [number, string])[]
): ErrorRow {
  return { type, status, message, returned_by, also }
}

/** One fault in a request: an entry under `errors` in the response. */
export interface Fault {
  readonly code: ErrorCode
  /** Path to the faulty field, such as `address.country`; absent if it is the whole body. */
  readonly field?: string
  readonly message: string
}

/** An answer lists this many faults at most. */
export const MAX_FAULTS = 20

export interface FailureParts {
  /** Path to the faulty field, such as `address.country`. */
  field?: string
  /** All faults that were found; the first is the failure's own. */
  faults?: readonly Fault[]
  details?: Readonly<Record<string, unknown>>
  /** A status that the table lists for the code; the first one by default. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** http/failures.ts adds whether the request has changed anything: code that throws cannot know it. */
  reports_changes?: boolean
}

/** A caller's or a server error: thrown anywhere, turned into a response in one place. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly parts: FailureParts

  constructor(code: ErrorCode, message: string = errors[code].message, parts: FailureParts = {}) {
    const { stackTraceLimit } = Error
    // A flood is refused thousands of times a second, so no stack is recorded.
    if (code === 'RL_01') Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.parts = parts
  }

  get status(): number {
    return this.parts.status ?? errors[this.code].status
  }

  /** Empty if the failure is not about a field. */
  get faults(): readonly Fault[] {
    const { code, message, parts } = this
    const { field, faults } = parts
    return faults ?? (field === undefined ? [] : [{ code, field, message }])
  }
}

/**
 * One failure with all faults, in the order of the table above: it names the first. A field's first fault describes
 * it.
 */
export function combineFaults(found: readonly Fault[]): Failure {
  const described = Map.groupBy(found, ({ field }) => field)
  const faults = inOrder([...described.values()].flatMap((own) => own.slice(0, 1)))
  const [first] = faults
  if (first === undefined) return new Failure('IR_04')
  const { code, message, field } = first
  const listed = { faults: faults.slice(0, MAX_FAULTS) }
  return new Failure(code, message, { ...listed, ...(field === undefined ? {} : { field }) })
}

function inOrder(faults: readonly Fault[]): Fault[] {
  return faults.toSorted((a, b) => precedence.indexOf(a.code) - precedence.indexOf(b.code))
}

export function refuseFaults(found: readonly Fault[]): void {
  if (found.length > 0) throw combineFaults(found)
}

export function fault(field: string, message: string): Fault {
  return { code: 'IR_04', field, message }
}

/** The rule completes a sentence that begins with the field. */
export function invalid(field: string, rule: string): Fault {
  return fault(field, `\`${field}\` ${rule}.`)
}

export function missing(field: string): Fault {
  return { code: 'IR_01', field, message: `\`${field}\` is required.` }
}

/** A fault for each field that is absent. */
export function missingAmong(fields: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(fields).flatMap(([field, value]) => (value ? [] : missing(field)))
}

/** Prefixes nested field paths: `billing` in `payment_details` becomes `payment_details.billing`. */
export function faultsWithin(part: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => {
    const { field, message } = fault
    if (field === undefined) return fault
    const path = `${part}.${field}`
    return { ...fault, field: path, message: message.replaceAll(`\`${field}\``, `\`${path}\``) }
  })
}

/** The same message for an id that does not exist and for one that belongs to another merchant. */
export function notFound(what: string, id: string): Failure {
  return new Failure('IR_05', `There is no ${what} with the id ${id}.`)
}

export function required(field: string): Failure {
  return combineFaults([missing(field)])
}

/** An operator's mistake: the command line prints its message alone. */
export class UsageError extends Error {}
