import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep } from './clock.ts'
import { Thread, ThreadFailure } from './thread.ts'

type Task = 'answer' | 'throw' | 'crash' | 'crash later' | 'loop' | 'fill' | 'exit'

function thread(timeout_ms = 60_000, max_waiting = 10): Thread<Task, string> {
  const file = new URL('../testing/hostile_thread.ts', import.meta.url)
  return new Thread<Task, string>(file, { timeout_ms, max_waiting, max_mb: 64 })
}

const failedFor = (reason: ThreadFailure['reason']) => (error: unknown) =>
  error instanceof ThreadFailure && error.reason === reason

test('a task is answered, and what it throws is thrown', async () => {
  const own = thread()

  assert.equal(await own.run('answer'), 'answered')
  await assert.rejects(own.run('throw'), { message: 'thrown' })
  assert.equal(await own.run('answer'), 'answered')
})

for (const [task, what] of [
  ['crash', 'throws where nobody can catch it'],
  ['fill', 'needs too much memory'],
  ['exit', 'ends its thread'],
] as const) {
  test(`a task that ${what} fails alone, and the next one is answered`, async () => {
    const own = thread()
    const next = own.run(task).catch((error: unknown) => error)

    assert.ok(failedFor('died')(await next))
    assert.equal(await own.run('answer'), 'answered')
  })
}

test('a task that loops is ended, and the next one is answered', async () => {
  const own = thread(3_000)

  await assert.rejects(own.run('loop'), failedFor('timeout'))
  assert.equal(await thread().run('answer'), 'answered')
})

test('a thread that crashes after its answer harms at most the task that runs then', async () => {
  const own = thread()

  assert.equal(await own.run('crash later'), 'answered')
  const outcomes: unknown[] = []
  for (let n = 0; n < 3; n++) {
    outcomes.push(await own.run('answer').catch((error: unknown) => error))
    await sleep(100)
  }
  const failed = outcomes.filter((outcome) => outcome !== 'answered')
  assert.ok(failed.length <= 1 && failed.every(failedFor('died')), String(failed))
})

test('tasks beyond the queue are refused at once', async () => {
  const own = thread(60_000, 2)
  const [first, second, third] = [own.run('answer'), own.run('answer'), own.run('answer')]

  await assert.rejects(third, failedFor('busy'))
  assert.deepEqual(await Promise.all([first, second]), ['answered', 'answered'])
})
