import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeLine } from './lines.ts'

const plain = (_: unknown, text: string) => text
const marked = (style: unknown, text: string) => `<${String(style)}>${text}</>`
const time = new Date(2026, 0, 1, 12, 1, 7).toISOString()

function line(parts: object, paint = plain): string | undefined {
  return describeLine(JSON.stringify({ level: 'info', time, ...parts }), paint)
}

test('a request is one line with its time, method, path, status, duration and object', () => {
  const request = { msg: 'request', method: 'POST', route: '/payments', status: 200, ms: 46.7 }

  assert.equal(
    line({ ...request, object_id: 'pay_1' }),
    '12:01:07 POST   /payments                                200    47 ms pay_1',
  )
})

test('the ids in a path are filled in, and the same id is not repeated', () => {
  const route = '/payments/:payment_id/capture'
  const request = { msg: 'request', method: 'POST', route, status: 200, ms: 3 }
  const params = { payment_id: 'pay_1' }

  assert.match(
    line({ ...request, params, object_id: 'pay_1' }) ?? '',
    /POST {3}\/payments\/pay_1\/capture +200 +3 ms$/,
  )
})

test('a refused request has its code and message', () => {
  const refusal = { code: 'IR_01', message: '`amount` is required.' }
  const request = { msg: 'request', method: 'POST', route: '/payments', status: 400, ms: 2 }

  assert.match(line({ ...request, ...refusal }) ?? '', /400 +2 ms IR_01 `amount` is required\.$/)
})

test('a delivery is one line with its event, status, duration and receiver; a failed one says why', () => {
  const delivery = { msg: 'delivery', event_type: 'payment_succeeded', receiver: 'http://[::1]/h' }

  assert.match(
    line({ ...delivery, attempt: 1, status: 204, ms: 12 }) ?? '',
    /^12:01:07 → {6}payment_succeeded +204 +12 ms http:\/\/\[::1\]\/h$/,
  )
  assert.match(
    line({ ...delivery, attempt: 2, error: 'connection_refused', ms: 1 }) ?? '',
    /--- +1 ms http:\/\/\[::1\]\/h \(attempt 2\) connection_refused$/,
  )
})

test('the documentation, files of pages and health checks are not shown; warnings and crashes are', () => {
  const request = { msg: 'request', method: 'GET', status: 200, ms: 1 }
  const warning = JSON.stringify({ level: 'warn', time, msg: 'the database does not answer' })

  for (const route of ['/docs/*', '/pay/assets/:name', '/favicon.ico', '/health/ready']) {
    assert.equal(line({ ...request, route }), undefined)
  }
  assert.equal(line({ msg: 'api is up' }), undefined)
  assert.equal(describeLine(warning, plain), warning)
  assert.equal(describeLine('Error: no JSON', plain), 'Error: no JSON')
})

for (const [status, style] of [
  [200, 'green'],
  [303, 'cyan'],
  [404, 'yellow'],
  [500, 'red'],
] as const) {
  test(`a status ${status} is ${style}`, () => {
    const request = { msg: 'request', method: 'GET', route: '/payments/list', status, ms: 1 }

    assert.ok(line(request, marked)?.includes(`<${style}>${status}</>`))
  })
}
