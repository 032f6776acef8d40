import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { monotonicMs } from './clock.ts'
import { hasStalled, startWatchdog } from './watchdog.ts'

test('an event loop that stood still has stalled for a while, and one that goes on has not', async () => {
  startWatchdog(0, 3_000)
  assert.equal(hasStalled(), false)
  await eventually('the loop beats', async () => true)

  const until = monotonicMs() + 4_500
  while (monotonicMs() < until);

  await eventually('it shows', async () => hasStalled())
})
