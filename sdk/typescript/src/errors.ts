// Errors as classes. `code` decides the class by the table in types/error_codes.ts, which is generated; branch on the class or on
// `code`, never on the message.
import { type ErrorClass, type ErrorCode, errorClasses } from './types/error_codes.ts'

/** Every error that this package throws. */
export class FlorinError extends Error {
  override name = 'FlorinError'
  /** The failed call's key. A call with the same key and the same values cannot be carried out twice. */
  idempotencyKey: string | undefined
}

/** One fault in a request. */
export interface Fault {
  readonly code: ErrorCode
  readonly message: string
  /** A path such as `billing.address.zip`, or a header's name. */
  readonly field?: string
}

interface ErrorBody extends Fault {
  readonly type: string
  readonly errors?: readonly Fault[]
  readonly details?: Readonly<Record<string, unknown>>
  readonly doc_url?: string
  readonly request_id?: string
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly attempts: number
}

/** The server answered with an error. */
export class ApiError extends FlorinError {
  override name = 'ApiError'
  readonly status: number
  /** Such as `IR_04`. Undefined if a proxy answered instead. */
  readonly code: ErrorCode | undefined
  readonly type: string | undefined
  /** The first fault's field. */
  readonly field: string | undefined
  /** All faults in the request; the first is the error's own. Empty if the error is not about fields. */
  readonly faults: readonly Fault[]
  readonly details: Readonly<Record<string, unknown>>
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined
  /** The page about the code. */
  readonly docUrl: string | undefined
  readonly headers: Headers
  /** 1 without retries. */
  readonly attempts: number

  constructor(answered: Answered) {
    const error = readError(answered.body)
    super(describe(answered, error))
    this.status = answered.status
    this.headers = answered.headers
    this.attempts = answered.attempts
    this.code = error?.code
    this.type = error?.type
    this.field = error?.field
    this.faults = error?.errors ?? []
    this.details = error?.details ?? {}
    this.requestId = error?.request_id ?? answered.headers.get('x-request-id') ?? undefined
    this.docUrl = error?.doc_url
  }
}

/** The key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}
/** The key is not allowed to do this; `details.scope` names what it lacks. */
export class PermissionError extends AuthenticationError {
  override name = 'PermissionError'
}
/** The request is wrong: `faults` lists everything. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError'
}
/** There is no such object, or it belongs to another merchant. */
export class NotFoundError extends InvalidRequestError {
  override name = 'NotFoundError'
}
/** The id exists, the object is final, or another request changes it. */
export class ConflictError extends InvalidRequestError {
  override name = 'ConflictError'
}
/** Too many requests in this minute, after all retries. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}
/** The acquirer declined the action or could not be reached. A declined payment is no error: its `status` is `failed`. */
export class ProviderError extends ApiError {
  override name = 'ProviderError'
}

/** There was no answer. If the call changes something, it may have been carried out. */
export class ConnectionError extends FlorinError {
  override name = 'ConnectionError'
}
/** An attempt took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
/** The webhook was not sent by your Florin, was changed on the way, or is too old. Answer with 401. */
export class WebhookVerificationError extends FlorinError {
  override name = 'WebhookVerificationError'
}

const classes: Readonly<Record<ErrorClass, new (answered: Answered) => ApiError>> = {
  ApiError,
  AuthenticationError,
  PermissionError,
  InvalidRequestError,
  NotFoundError,
  ConflictError,
  RateLimitError,
  ProviderError,
}

export function toError(answered: Answered): ApiError {
  const code = readError(answered.body)?.code
  const found = code === undefined ? undefined : (errorClasses[code] as ErrorClass | undefined)
  return new classes[found ?? 'ApiError'](answered)
}

function readError(body: unknown): ErrorBody | undefined {
  const { error } = (body ?? {}) as { error?: ErrorBody }
  return typeof error === 'object' && typeof error?.code === 'string' ? error : undefined
}

function describe({ status, attempts, headers }: Answered, error: ErrorBody | undefined): string {
  if (error === undefined) {
    const id = headers.get('x-request-id')
    const which = id === null ? '' : ` (request ${id})`
    return `The server, or a proxy in front of it, answered ${status} without an error in JSON${which}.`
  }
  if (error.code !== 'HE_01' || attempts === 1) return error.message
  return `${error.message} This was attempt ${attempts}: an earlier one may have created it, so retrieve it before you choose another id.`
}
