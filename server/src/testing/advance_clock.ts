import assert from 'node:assert/strict'
import type { Answer, Client } from './client.ts'

/**
 * Advances a merchant's test clock as a client should: a request that runs out of time is repeated, and continues.
 */
export async function advanceClock(client: Client, advance: string): Promise<Answer> {
  for (let last = ''; ; ) {
    const answer = await client.post('/sandbox/clock', { advance })
    assert.equal(answer.status, 200, answer.text)
    const { now, due_remaining } = answer.body
    if (due_remaining === 0) return answer
    assert.notEqual(now, last, `the clock stands still, ${due_remaining} due`)
    last = now
  }
}
