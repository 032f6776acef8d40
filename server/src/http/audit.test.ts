import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Write } from '#kernel/change.ts'
import { Keyring } from '#kernel/crypto.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import {
  type AuditRow,
  auditEntry,
  checkMac,
  operatorCommand,
  type EventEntry,
  eventText,
  rowText,
  withMacs,
} from './audit.ts'

const keyring = new Keyring(Buffer.alloc(32, 1))
const other = new Keyring(Buffer.alloc(32, 2))

const shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })

type Stored<Row> = Row & { mac: Buffer | null }

test('the MAC of a row is valid after PostgreSQL has ordered its keys and printed its numbers', async () => {
  const nested = { zz: 1, b: [{ yy: -0, x: 1e21 }, 0.1], '10': null, '9': 'ü', ä: { '': true } }
  const about = operatorCommand('florin-server test', { zz: '1', a: '2' }, nested, new Date())
  const changes = { long_name: { from: null, to: { b: 2, a: 1 } }, s: { from: 1, to: 2.5 } }
  const entry = auditEntry('mer_1', about, { changes })
  await shop.services.commit(entry)

  const [row] = await shop.services.db.run<Stored<AuditRow>>(
    'select * from audit_log where audit_id = $1',
    [entry.row['audit_id']],
  )

  assert.ok(row)
  assert.equal(checkMac(shop.services.keyring, rowText(row), row.mac), 'valid')
  const changed = { ...row, changes: { s: { from: 1, to: 2 } } }
  assert.equal(checkMac(shop.services.keyring, rowText(changed), row.mac), 'wrong')
})

test('the event of a payment has a valid MAC, which its redaction leaves valid', async () => {
  const { body } = await shop.post('/payments', paymentBody({}))
  const read = () =>
    shop.services.db.run<Stored<EventEntry>>(
      'select * from events where object_id = $1 order by sequence',
      [body.payment_id],
    )
  const events = await read()
  await shop.services.db.run(`update events set body = '{}', version = version + 1`, [])
  const redacted = await read()

  assert.ok(events.length > 0)
  for (const row of [...events, ...redacted]) {
    assert.equal(checkMac(shop.services.keyring, eventText(row), row.mac), 'valid')
    const taken = { ...row, key_id: 'key_other' }
    assert.equal(checkMac(shop.services.keyring, eventText(taken), row.mac), 'wrong')
  }
  await shop.app.close()
})

test('a MAC names its secret, so that an older one verifies it and an unknown one is recognized', async () => {
  const written: Write[] = []
  const commit = withMacs(async (...writes) => void written.push(...writes), keyring)
  await commit(auditEntry('mer_1', operatorCommand('florin-server test', {}, {}, new Date()), {}))
  const row = written[0]?.row as unknown as AuditRow & { mac: string }
  const mac = Buffer.from(row.mac.slice(2), 'hex')
  const both = new Keyring(Buffer.alloc(32, 2), Buffer.alloc(32, 1))

  assert.equal(mac.length, 20)
  assert.equal(checkMac(keyring, rowText(row), mac), 'valid')
  assert.equal(checkMac(both, rowText(row), mac), 'valid')
  assert.equal(checkMac(other, rowText(row), mac), 'unknown')
  assert.equal(checkMac(keyring, rowText(row), null), 'missing')
  assert.equal(checkMac(keyring, rowText(row), mac.subarray(0, 10)), 'wrong')
})
