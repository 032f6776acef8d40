// The one place where an error becomes an answer.
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Conflict } from '../kernel/commit.ts'
import { newId } from '../kernel/ids.ts'
import { errors, Failure } from '../errors.ts'
import { LARGEST_BODY } from './bodies.ts'
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

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
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
  return known ? known() : new Failure('HE_00')
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
  const failure = toFailure(error)
  request.failure = failure
  if (!request.raw.complete) lingerOver(request.raw)
  if (failure.code === 'HE_00' && failure.status === 500) {
    request.server.services.log.error({ request_id: request.id, err: error }, 'unexpected error')
  }
  return reply
    .code(failure.status)
    .headers(failure.parts.headers ?? {})
    .type('application/json')
    .send(JSON.stringify(errorBody(failure, request.id)))
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
