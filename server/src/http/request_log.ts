// One log line and one measurement per request. The line says who asked for what; `redacted` in kernel/log.ts lists the
// names whose values it leaves out, because they are credentials.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '#kernel/clock.ts'
import { isId } from '#kernel/ids.ts'
import { isRedacted, REDACTED } from '#kernel/log.ts'

/** The status that proxies log for a request whose caller disconnected before the answer. */
const CALLER_GONE = 499

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { metrics, services } = request.server
  const status = reply.raw.writableFinished ? reply.statusCode : CALLER_GONE
  const ms = monotonicMs() - request.started
  const route = request.routeOptions.url ?? 'unknown'
  metrics.in_flight.dec()
  metrics.requests.labels(request.method, route, String(status)).observe(ms / 1000)
  if (request.failure) metrics.failures.labels(request.failure.code).inc()
  const line = {
    request_id: request.id,
    method: request.method,
    route,
    params: loggedParams(request),
    status,
    ms: Math.round(ms * 100) / 100,
    address: request.ip,
    merchant_id: request.identity?.merchant_id,
    key_id: request.identity?.key_id ?? undefined,
    user_id: request.identity?.user_id,
    code: request.failure?.code,
    ...(services.environment === 'sandbox' ? sandboxFacts(request) : {}),
  }
  services.log[status >= 500 ? 'error' : 'info'](line, 'request')
}

/** The parameters of the URL without those that are credentials: the secret of a page, the id of an attempt to pay. */
export function publicParams({ params }: FastifyRequest): Record<string, string> {
  const entries = Object.entries((params ?? {}) as Record<string, string>)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isRedacted(name) ? REDACTED : value]),
  )
}

/** A developer reads the log of a sandbox; messages and ids may quote what a caller sent, so production logs neither. */
function sandboxFacts(request: FastifyRequest) {
  const { failure, object_id } = request
  const isSafe = object_id !== null && isId(object_id) && !CARD_LIKE.test(object_id)
  const message = failure && withoutSecrets(failure.message, request).slice(0, MAX_MESSAGE)
  return { object_id: isSafe ? object_id : undefined, message: message ?? undefined }
}

const MAX_MESSAGE = 200
const SECRETS = /\d(?:[ -]?\d){11,}|\b(?:pk_)?(?:snd|prd)_\w+/g
/** A part of a path that is long enough for a credential. */
const LONG_PART = /(?<=\/)[^/ ]{16,}/g

function withoutSecrets(message: string, { params, is404 }: FastifyRequest): string {
  let text = message.replaceAll(SECRETS, REDACTED)
  // An unknown URL has no parameters: a credential may be anywhere in it.
  if (is404) text = text.replaceAll(LONG_PART, REDACTED)
  for (const [name, value] of Object.entries((params ?? {}) as Record<string, string>)) {
    if (isRedacted(name) && value !== '') text = text.replaceAll(value, REDACTED)
  }
  return text
}

/** As many digits as a card number has. */
const CARD_LIKE = /\d{12}/

/** The ids in the URL. Anything else may be a secret that was sent by mistake. */
function loggedParams(request: FastifyRequest): Record<string, string> | undefined {
  const entries = Object.entries(publicParams(request))
  if (entries.length === 0) return undefined
  const isSafe = (value: string) => isId(value) && !CARD_LIKE.test(value)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isSafe(value) ? value : REDACTED]),
  )
}
