// Decides whether a failed request has changed anything. Each request records its own commits, and only this file may
// say in an answer that nothing was changed: a caller who believes it pays again.
import type { FastifyRequest } from 'fastify'
import { Failure } from '#errors.ts'

export const NOTHING_CHANGED =
  'Nothing was changed by your request. Try again, with the same Idempotency-Key if you sent one.'
const MAYBE_CHANGED =
  'Your request may have been carried out in part. Retrieve the object, then try again, with the same Idempotency-Key if you sent one.'

type Changing = Pick<FastifyRequest, 'commits' | 'reservation' | 'method'>

/** Adds to the message whether the request has changed anything, if the failure asks for it. */
export function withChanges(failure: Failure, request: Changing): Failure {
  const { code, message, parts } = failure
  if (parts.reports_changes !== true) return failure
  return new Failure(code, `${message} ${describeChanges(request)}`, parts)
}

function describeChanges({ commits, reservation, method }: Changing): string {
  // A retry continues an attempt under the same Idempotency-Key, which may have written something.
  const mayHaveWritten = commits?.mayHaveWritten === true || reservation?.is_retry === true
  if (!mayHaveWritten) return NOTHING_CHANGED
  // A read writes at most an outcome that it polled.
  return method === 'GET' ? 'Try again.' : MAYBE_CHANGED
}
