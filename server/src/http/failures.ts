// The only code that turns an error into an answer.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CommitUnknown, Conflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { TooManyPasswords } from '#kernel/passwords.ts'
import { ScanTooLong } from '#kernel/page.ts'
import { MAX_SCANNED } from '#kernel/scan.ts'
import { ContainedFailure } from '#kernel/contained_process.ts'
import { TooManyWaiting } from '#kernel/turns.ts'
import { newId } from '#kernel/ids.ts'
import { errors, Failure } from '#errors.ts'
import { busy } from '#core/operations/perform.ts'
import { MAX_BODY_BYTES } from './bodies.ts'
import { withChanges } from './changes.ts'
import { lingerOver } from './linger.ts'
import { StatementNotSent, StatementUnknown } from '#kernel/db.ts'

/** Our messages for the HTTP framework's errors. */
const framework: Readonly<Record<string, () => Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Failure('IR_06', 'Send the body as JSON, with the header Content-Type: application/json.', {
      status: 415,
    }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Failure('IR_06', 'The body does not have the length that Content-Length says.'),
  FST_ERR_BAD_URL: () => new Failure('IR_02', 'The URL is not well formed.'),
}

export function tooLarge(): Failure {
  return new Failure('IR_07', `The request body is larger than ${MAX_BODY_BYTES} bytes.`)
}

const RETRY_AFTER_S = '5'

function outcomeUnknown(): Failure {
  return new Failure(
    'HE_00',
    'Something went wrong on our side, and it is not known whether the request was carried out. Send it again with the same Idempotency-Key; if you sent none, retrieve the object before you try again.',
    { status: 503, headers: { 'Retry-After': RETRY_AFTER_S } },
  )
}

function unreachable(): Failure {
  const headers = { 'Retry-After': RETRY_AFTER_S }
  const message = 'A part of this service cannot be reached.'
  return new Failure('HE_00', message, { status: 503, headers, reports_changes: true })
}

function tooManyLists(): Failure {
  const message = 'Too many lists with such filters are in progress. Send one after the other.'
  return new Failure('RL_01', message, { headers: { 'Retry-After': '1' } })
}

function tooMany(what: string): Failure {
  const message = `Too many ${what} at the moment. Try again in a few seconds.`
  return new Failure('HE_00', message, { status: 503, headers: { 'Retry-After': RETRY_AFTER_S } })
}

function tooLong(): Failure {
  return new Failure(
    'IR_04',
    `The filters match too few of the first ${MAX_SCANNED} entries to fill this page. Narrow the time range with \`created_gte\` and \`created_lte\`, or add a filter by id, customer, e-mail or a single status.`,
    { field: 'created_gte' },
  )
}

function toFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  if (request.commits?.mayHaveWritten && request.method !== 'GET') return outcomeUnknown()
  if (error instanceof Conflict) return busy('Another request is changing this object.')
  if (error instanceof ScanTooLong) return tooLong()
  if (error instanceof TooManyWaiting) return tooManyLists()
  if (error instanceof TooManyPasswords) return tooMany('passwords are being checked')
  if (isBusy(error)) return tooMany('images or documents are being processed')
  const code = (error as { code?: unknown } | null)?.code
  const known = typeof code === 'string' ? framework[code] : undefined
  if (known) return known()
  return isUnreachable(error)
    ? unreachable()
    : new Failure('HE_00', undefined, { reports_changes: true })
}

function isBusy(error: unknown): boolean {
  return error instanceof ContainedFailure && error.reason === 'busy'
}

/** `public_url` is the deployment's: the page about the code is there. */
export function errorBody(failure: Failure, request_id: string, public_url: string) {
  const { code, message, faults } = failure
  const { field, details } = failure.parts
  return {
    error: {
      type: errors[code].type,
      code,
      message,
      ...(field === undefined ? {} : { field }),
      ...(faults.length === 0 ? {} : { errors: faults }),
      ...(details === undefined ? {} : { details }),
      doc_url: `${public_url}/docs/errors#${code}`,
      request_id,
    },
  }
}

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = withChanges(toFailure(error, request), request)
  request.failure = failure
  if (!request.raw.complete) lingerOver(request.raw)
  const isExpected = error instanceof TooManyPasswords || isBusy(error)
  if (failure.code === 'HE_00' && failure.status >= 500 && !isExpected)
    logUnexpected(error, request)
  return reply
    .code(failure.status)
    .headers(failure.parts.headers ?? {})
    .type('application/json')
    .send(JSON.stringify(errorBody(failure, request.id, request.server.services.public_url)))
}

/**
 * A connection error is logged in one line without a stack, and a database connection error once for all requests.
 */
function logUnexpected(error: unknown, request: FastifyRequest): void {
  const { log } = request.server.services
  const { id: request_id, commits } = request
  const outcome = commits?.mayHaveWritten ? 'not known' : 'nothing was changed'
  if (isUnreachable(error) && (error as { is_outage?: unknown }).is_outage !== true) {
    const { message } = error as Error
    log.warn({ request_id, outcome, error: message }, 'request failed: connection lost')
  } else {
    log.error({ request_id, outcome, err: error }, 'request failed: unexpected error')
  }
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** HTTP parser errors that have their own status. */
const unparsed: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too many or too large.'],
}

/** The public URL is known once the server listens. */
type Place = Pick<Services, 'public_url'>

/** Input that is not HTTP is answered on the socket itself. */
export function refuseSocket(
  services: Place,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = unparsed[error.code ?? ''] ?? [400, 'This is not HTTP.']
  answerSocket(services, socket, new Failure('IR_06', message, { status }))
}

export function refuseConnect(services: Place, socket: Socket): void {
  answerSocket(
    services,
    socket,
    new Failure('IR_03', 'This server is not a proxy: it does not support CONNECT.'),
  )
}

function answerSocket({ public_url }: Place, socket: Socket, failure: Failure): void {
  const request_id = newId('req')
  const body = JSON.stringify(errorBody(failure, request_id, public_url))
  socket.end(
    [
      `HTTP/1.1 ${failure.status} ${STATUS_TEXTS[failure.status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${request_id}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Node emits this instead of a request, so no hook runs. */
export function refuseExpectation({ public_url }: Place, response: ServerResponse): void {
  const request_id = newId('req')
  const message = 'The header Expect can only be 100-continue.'
  const failure = new Failure('IR_06', message, { status: 417 })
  response
    .writeHead(417, { 'Content-Type': 'application/json', 'X-Request-Id': request_id })
    .end(JSON.stringify(errorBody(failure, request_id, public_url)))
}

/** Socket errors, and the SQLSTATEs with which PostgreSQL refuses or ends a connection or a slow statement. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
])

// The driver gives these errors no code.
const LOST = /^(Connection terminated|timeout expired|Query read timeout|Client has encountered)/

const LOST_STATEMENTS = [StatementNotSent, StatementUnknown, CommitUnknown]

/** The database, or another server that we depend on, cannot be reached at the moment. */
export function isUnreachable(error: unknown): boolean {
  if (LOST_STATEMENTS.some((lost) => error instanceof lost)) return true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return UNREACHABLE.has(code) || (typeof message === 'string' && LOST.test(message))
}
