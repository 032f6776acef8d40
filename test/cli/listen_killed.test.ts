import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveListen } from './listen_killed.ts'

test('a listener forwards every event once and in order, while api, worker and network are killed', async (t) => {
  const { problems, ...figures } = await proveListen(5, 150)

  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(problems, [])
  assert.equal(figures.forwarded, figures.events)
  assert.equal(figures.recorded, figures.events)
  assert.ok(figures.interruptions >= 3, `${figures.interruptions} interruptions`)
})
