// Requests as bytes, made once: what they cost to make is not what is measured.

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
    amount: 1999,
    currency: 'EUR',
    profile_id,
    confirm: true,
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: {
      card: {
        card_number: '4242424242424242',
        card_exp_month: '12',
        card_exp_year: '2099',
        card_cvc: '123',
      },
    },
    email: 'ada@example.com',
    billing: {
      address: {
        line1: '12 Mill Lane',
        city: 'Leeds',
        state: 'West Yorkshire',
        zip: 'LS1 4AP',
        country: 'GB',
        first_name: 'Ada',
        last_name: 'King',
      },
      phone: { number: '7700900123', country_code: '+44' },
    },
    metadata: { order_id: payment_id },
  }
}

let serial = 0

/** Ids grow with time, as the service's own do. */
export function nextPayment(caller: Caller): string {
  const id = `b_${String(++serial).padStart(12, '0')}`
  return request(caller, 'POST', '/payments', paymentBody(caller.profile_id, id))
}
