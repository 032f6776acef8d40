import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { missingTools } from '../../scripts/release/find_tools.ts'
import type { Sent } from '../faults/load.ts'
import { faults } from './faults.ts'
import { measureGap } from './gap.ts'
import { proveFailover } from './prove.ts'
import { obstacle } from './tools.ts'

function answered(sent_at: number, answered_at: number, status?: string): Sent {
  const http_status = status === undefined ? 503 : 200
  const answer = { http_status, status, message: undefined }
  return { kind: 'payment', id: `${sent_at}`, sent_at, answered_at, answer }
}

test('the gap is the longest time without a paid payment, including before the first and after the last one', () => {
  const before = [answered(0, 100, 'succeeded'), answered(1_000, 1_100, 'succeeded')]
  const refused = answered(2_000, 2_700)
  const unknown = answered(2_100, 2_600, 'processing')
  const after = answered(4_000, 4_100, 'succeeded')

  const between = measureGap([...before, refused, unknown, after], 1_500, 5_000)
  assert.deepEqual([between.longest_ms, between.refusal_ms], [3_000, 700])

  assert.equal(measureGap([...before, refused], 1_500, 9_000).longest_ms, 7_900)
  assert.equal(measureGap([refused], 1_500, 9_000).longest_ms, 7_500)
})

test('a request without an answer counts as a wait until the load ends', () => {
  const sent: Sent = { kind: 'payment', id: 'lost', sent_at: 2_000 }

  assert.equal(measureGap([answered(0, 100, 'succeeded'), sent], 1_000, 9_000).refusal_ms, 7_000)
})

test('a machine without the programs learns what to install', () => {
  const why = missingTools('failover', '/nonexistent')

  assert.match(why ?? '', /patroni, patronictl, etcd/)
})

test('every fault has a runbook with the gap that it may have', () => {
  const page = readFileSync(
    resolve(import.meta.dirname, '../../docs/operations/failover.md'),
    'utf8',
  )
  for (const { name, limit_ms } of faults) {
    const row = new RegExp(`^\\| .*\`${name}\`.* \\| ${limit_ms / 1_000} s \\|`, 'm')
    assert.match(page, row, name)
  }
})

test('a switchover under payments loses no payment, charges none twice and answers none falsely', async (t) => {
  const why = obstacle()
  if (why !== undefined) return t.skip(why)

  const [round] = await proveFailover({
    per_second: 20,
    faults: faults.filter(({ name }) => name === 'switchover'),
    // A busy machine may be slower than a runbook says.
    pace: { before_ms: 2_000, watch_ms: 5_000, after_ms: 1_000, is_bounded: false },
    say: (line) => t.diagnostic(line),
  })

  assert.ok((round?.acknowledged ?? 0) > 0)
  assert.deepEqual(round?.problems, [])
})
