// The span of a request. It always begins a trace: a caller's `traceparent` decides neither the trace nor whether it is
// recorded. A caller with a secret key gets a link to its own span.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tracing } from '#kernel/trace.ts'

export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  finalStatus: (reply: FastifyReply) => number,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, id } = request
    const route = request.routeOptions.url ?? 'unknown'
    request.span = tracing.start(`${method} ${route}`, 'server', {
      'http.request.method': method,
      'http.route': route,
      'florin.request_id': id,
    })
    // Emitted once, even if the caller disconnects before the answer.
    reply.raw.once('close', () => endSpan(request, finalStatus(reply)))
  })
}

function endSpan(request: FastifyRequest, status: number): void {
  const { span, failure, admission } = request
  if (span === undefined || !span.is_sampled) return
  span.set({
    'http.response.status_code': status,
    'florin.merchant_id': request.identity?.merchant_id,
  })
  if (status >= 500) span.fail(failure)
  else span.set({ 'error.type': failure?.code })
  const linked = callerSpan(request.headers['traceparent'])
  if (linked && admission && !admission.is_publishable) span.link(linked.trace_id, linked.span_id)
  span.end()
}

/** Enough digits for a card number. An id of random digits has so many in about 2 of 100 cases, and then no link. */
const CARD_LIKE = /\d{13}/

/** From a header in the format of W3C Trace Context. */
function callerSpan(header: string | string[] | undefined) {
  const shape = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/
  const [, trace_id, span_id] = shape.exec(String(header)) ?? []
  if (trace_id === undefined || span_id === undefined) return undefined
  return CARD_LIKE.test(trace_id) || CARD_LIKE.test(span_id) ? undefined : { trace_id, span_id }
}
