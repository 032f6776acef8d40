import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep } from './clock.ts'
import { ContainedProcess, ContainedFailure } from './contained_process.ts'

type Task =
  | 'answer'
  | 'throw'
  | 'crash'
  | 'crash later'
  | 'loop'
  | 'fill'
  | 'exit'
  | 'kill'
  | 'stop'
  | 'environment'

function contained(timeout_ms = 60_000, max_waiting = 10): ContainedProcess<Task, string> {
  const file = new URL('../testing/hostile_process.ts', import.meta.url)
  return new ContainedProcess<Task, string>(file, { timeout_ms, max_waiting, max_mb: 64 })
}

const failedFor = (reason: ContainedFailure['reason']) => (error: unknown) =>
  error instanceof ContainedFailure && error.reason === reason

test('a task is answered, and its error is thrown', async () => {
  const own = contained()

  assert.equal(await own.run('answer'), 'answered')
  await assert.rejects(own.run('throw'), { message: 'thrown' })
  assert.equal(await own.run('answer'), 'answered')
})

test('without a shell, as in the image of a release, a task is answered', async () => {
  const file = new URL('../testing/hostile_process.ts', import.meta.url)
  const limits = { timeout_ms: 60_000, max_waiting: 10, max_mb: 64, shell: '/nonexistent/sh' }

  assert.equal(await new ContainedProcess<Task, string>(file, limits).run('answer'), 'answered')
})

for (const [task, what] of [
  ['crash', 'throws where nobody can catch it'],
  ['fill', 'needs too much memory'],
  ['exit', 'ends its process'],
] as const) {
  test(`a task that ${what} fails alone, and the next one is answered`, async () => {
    const own = contained()
    const next = own.run(task).catch((error: unknown) => error)

    assert.ok(failedFor('died')(await next))
    assert.equal(await own.run('answer'), 'answered')
  })
}

test('a task that loops is ended, and the next one is answered', async () => {
  const own = contained(3_000)

  await assert.rejects(own.run('loop'), failedFor('timeout'))
  assert.equal(await contained().run('answer'), 'answered')
})

test('a process that crashes after its answer harms at most the task that runs then', async () => {
  const own = contained()

  assert.equal(await own.run('crash later'), 'answered')
  const outcomes: unknown[] = []
  for (let n = 0; n < 3; n++) {
    outcomes.push(await own.run('answer').catch((error: unknown) => error))
    await sleep(100)
  }
  const failed = outcomes.filter((outcome) => outcome !== 'answered')
  assert.ok(failed.length <= 1 && failed.every(failedFor('died')), String(failed))
})

test('a process that is killed from outside says nothing about its task', async () => {
  const own = contained()

  await assert.rejects(own.run('kill'), failedFor('killed'))
  assert.equal(await own.run('answer'), 'answered')
})

test('a signal that stops the parent in order lets a task finish', async () => {
  const own = contained()

  assert.equal(await own.run('stop'), 'answered')
  assert.equal(await own.run('answer'), 'answered')
})

test('a contained process does not know the secrets of its parent', async () => {
  const names = await contained().run('environment')

  const expected = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_COMPILE_CACHE']
  const others = names.split(',').filter((name) => !expected.includes(name))
  assert.deepEqual(others, ['NODE_NO_WARNINGS', 'PATH', 'PWD'])
})

test('tasks beyond the queue are refused at once', async () => {
  const own = contained(60_000, 2)
  const [first, second, third] = [own.run('answer'), own.run('answer'), own.run('answer')]

  await assert.rejects(third, failedFor('busy'))
  assert.deepEqual(await Promise.all([first, second]), ['answered', 'answered'])
})
