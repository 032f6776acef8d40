import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Commit, CommitUnknown, Conflict } from '#kernel/commit.ts'
import { StatementUnknown } from '#kernel/db.ts'
import { Failure } from '#errors.ts'
import { NOTHING_CHANGED, withChanges } from './changes.ts'
import { CommitRecord } from './register.ts'

const lost = new CommitUnknown(new StatementUnknown(new Error('connection reset')))

const outcomes: [name: string, outcome: Error | undefined, mayHaveWritten: boolean][] = [
  ['a commit that was written', undefined, true],
  ['a commit with an unknown outcome', lost, true],
  ['a commit that was refused', new Conflict(), false],
]

for (const [name, outcome, mayHaveWritten] of outcomes) {
  test(`${name} ${mayHaveWritten ? 'counts' : 'does not count'} as a change, and counts while it is in flight`, async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const slow: Commit = () => promise
    const record = new CommitRecord(slow)
    assert.equal(record.mayHaveWritten, false)

    const sent = record.commit()
    assert.equal(record.mayHaveWritten, true)
    if (outcome) reject(outcome)
    else resolve()
    await sent.catch(() => undefined)

    assert.equal(record.mayHaveWritten, mayHaveWritten)
  })
}

const messages: [method: string, isWritten: boolean, message: RegExp][] = [
  ['POST', false, /^Busy\. Nothing was changed by your request\./],
  ['POST', true, /^Busy\. Your request may have been carried out in part\. Retrieve the object/],
  ['GET', false, /^Busy\. Nothing was changed by your request\./],
  ['GET', true, /^Busy\. Try again\.$/],
]

for (const [method, isWritten, expected] of messages) {
  test(`a ${method} that has written ${isWritten ? 'something' : 'nothing'} says ${expected.source}`, async () => {
    const commits = new CommitRecord(async () => undefined)
    if (isWritten) await commits.commit()
    const failure = new Failure('HE_00', 'Busy.', { status: 409, reports_changes: true })

    const { message, status } = withChanges(failure, { method, commits, reservation: null })

    assert.match(message, expected)
    assert.equal(status, 409)
  })
}

test('a failure that does not report changes keeps its message', () => {
  const failure = new Failure('IR_16', 'The payment link is completed.')

  const answered = withChanges(failure, { method: 'POST', commits: null, reservation: null })

  assert.equal(answered, failure)
  assert.ok(!answered.message.includes(NOTHING_CHANGED))
})
