// Random actions on disputes, in any order, with lost answers and restarts: the reported money must match the sum of
// the log, and the log must never take more than was captured.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { disputeToApi } from './dispute.ts'
import { dice } from './faults.ts'
import { authorize, type LoggedFact, testBank } from './testing.ts'

type ApiDispute = ReturnType<typeof disputeToApi>

function sum(log: LoggedFact[], dispute_id: string, effect: string): number {
  return log
    .filter((fact) => fact.operation_id === dispute_id && fact.effect === effect)
    .reduce((n, { amount }) => n + amount, 0)
}

for (const seed of [1, 2, 3]) {
  test(`reported disputes match the sum of the log (seed ${seed})`, async () => {
    await using bank = await testBank()
    const roll = dice(seed)
    const any = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
    const ids: string[] = []
    for (let place = 0; place < 6; place += 1) {
      const { operation_id } = (await bank.ask(authorize({ capture: true }))).body
      const stage = any(['pre_dispute', 'dispute'])
      const path = `/operations/${operation_id}/dispute`
      ids.push((await bank.send<ApiDispute>('POST', path, { stage })).body.dispute_id)
    }
    const acts: ((id: string) => [string, object])[] = [
      (id) => [`/disputes/${id}/accept`, {}],
      (id) => [`/disputes/${id}/expire`, {}],
      ...['withdraw', 'win', 'lose', 'escalate', 'escalate'].map(
        (decision) => (id: string) => [`/disputes/${id}/decide`, { decision }] as [string, object],
      ),
      ...['winning_evidence', 'losing_evidence', 'none', 'none'].map(
        (uncategorized_text) => (id: string) =>
          [
            `/disputes/${id}/evidence`,
            { submission_id: `sub_${Math.floor(roll() * 50)}`, texts: { uncategorized_text } },
          ] as [string, object],
      ),
    ]

    for (let step = 0; step < 250; step += 1) {
      const [path, body] = any(acts)(any(ids))
      const { status } = await bank.send('POST', path, body)
      assert.ok([200, 409, 422].includes(status), `${path} ${status}`)
      if (roll() < 0.1) bank.clock.advance(5_000)
      if (roll() < 0.02) await bank.restart()
    }

    const log = await bank.log()
    for (const id of ids) {
      const reported = (await bank.get<ApiDispute>(`/disputes/${id}`)).body
      const taken = sum(log, id, 'charged_back') - sum(log, id, 'restored')
      assert.deepEqual([reported.debited, reported.fees], [taken, sum(log, id, 'fee_charged')])
      assert.ok(taken === 0 || taken === 1_000)
      assert.ok(reported.fees <= 1_500)
      const lines = log.filter(({ operation_id }) => operation_id === id)
      const changes = lines.filter(({ effect }) => effect.startsWith('dispute_')).length
      assert.equal(reported.revision, changes)
    }
  })
}
