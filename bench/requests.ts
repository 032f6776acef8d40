// Requests as bytes, made once: what they cost to make is not what is measured.
import { examplePayment } from '#resources/payments/payments/example.ts'

export interface Caller {
  port: number
  api_key: string
  profile_id: string
}

export function request(caller: Caller, method: string, path: string, body?: object): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${caller.port}`,
    `api-key: ${caller.api_key}`,
    ...(body ? ['Content-Type: application/json'] : []),
    `Content-Length: ${Buffer.byteLength(content)}`,
    '',
    content,
  ].join('\r\n')
}

/** A one-step card payment: created, confirmed and taken in one request. */
export function paymentBody(profile_id: string, payment_id: string): object {
  return {
    payment_id,
    ...examplePayment,
    amount: 1999,
    profile_id,
    email: 'ada@example.com',
    metadata: { order_id: payment_id },
  }
}

let serial = 0

/** Ids grow with time, as the service's own do. */
export function nextPayment(caller: Caller): string {
  const id = `b_${String(++serial).padStart(12, '0')}`
  return request(caller, 'POST', '/payments', paymentBody(caller.profile_id, id))
}
