// The one place where an error becomes an answer.
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Conflict } from '#kernel/commit.ts'
import { newId } from '#kernel/ids.ts'
import { errors, Failure } from '#errors.ts'
import { LARGEST_BODY } from './bodies.ts'
import { isUnreachable } from './commit_record.ts'
import { lingerOver } from './linger.ts'

/** What the HTTP framework itself refuses, in our words. */
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
  return new Failure('IR_07', `The request body is larger than ${LARGEST_BODY} bytes.`)
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
  return new Failure(
    'HE_00',
    'A part of this service cannot be reached and nothing was changed. Try again, with the same Idempotency-Key if you sent one.',
    { status: 503, headers: { 'Retry-After': RETRY_AFTER_S } },
  )
}

function toFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  if (request.commits?.mayHaveWritten && request.method !== 'GET') return outcomeUnknown()
  if (error instanceof Conflict) {
    return new Failure(
      'HE_00',
      'Another request is changing this object. Nothing was changed by yours; try again.',
      {
        status: 409,
        headers: { 'Retry-After': '1' },
      },
    )
  }
  const code = (error as { code?: unknown } | null)?.code
  const known = typeof code === 'string' ? framework[code] : undefined
  if (known) return known()
  return isUnreachable(error) ? unreachable() : new Failure('HE_00')
}

function errorBody(failure: Failure, request_id: string) {
  const { field, details } = failure.parts
  return {
    error: {
      type: errors[failure.code].type,
      code: failure.code,
      message: failure.message,
      ...(field === undefined ? {} : { field }),
      ...(details === undefined ? {} : { details }),
      request_id,
    },
  }
}

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error, request)
  request.failure = failure
  if (!request.raw.complete) lingerOver(request.raw)
  if (failure.code === 'HE_00' && failure.status >= 500) logUnexpected(error, request)
  return reply
    .code(failure.status)
    .headers(failure.parts.headers ?? {})
    .type('application/json')
    .send(JSON.stringify(errorBody(failure, request.id)))
}

/** An outage fails every request, so an error of the connection is one line without a stack. */
function logUnexpected(error: unknown, request: FastifyRequest): void {
  const { log } = request.server.services
  const { id: request_id, commits } = request
  const outcome = commits?.mayHaveWritten ? 'not known' : 'nothing was changed'
  if (isUnreachable(error)) {
    const { message } = error as Error
    log.warn({ request_id, outcome, error: message }, 'request failed: connection lost')
  } else {
    log.error({ request_id, outcome, err: error }, 'request failed: unexpected error')
  }
}

/** What cannot even be parsed as HTTP is answered on the bare socket. */
export function refuseSocket(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const failure = new Failure(
    'IR_06',
    late ? 'The request took too long to arrive.' : 'This is not HTTP.',
  )
  const request_id = newId('req')
  const body = JSON.stringify(errorBody(failure, request_id))
  socket.end(
    [
      `HTTP/1.1 ${late ? '408 Request Timeout' : '400 Bad Request'}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${request_id}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
