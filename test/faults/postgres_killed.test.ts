import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, provePostgresKilled } from './postgres_killed.ts'

test('while PostgreSQL is killed twice under load no acknowledged write is lost, no answer is false, and the api serves again', async (t) => {
  const proved = await provePostgresKilled(2, 50)

  t.diagnostic(
    JSON.stringify({ kills: proved.kills, answers: proved.answers, ended: proved.ended }),
  )
  assert.ok(proved.acknowledged > 0)
  assert.deepEqual(problemsOf(proved), [])
})
