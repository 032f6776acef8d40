// Every state of the operation protocol that a bounded number of faults can reach, judged: see explorer.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFullProof } from '#testing/proof.ts'
import { explore } from './explorer.ts'
import { needs } from './needs.ts'
import { ruleNames, without } from './rules.ts'
import { limited, providers, runs } from './scenarios.ts'

const ENOUGH = isFullProof ? 1_000_000 : 300_000

test('no reachable state charges twice, loses money, is stuck or makes a false claim', (t) => {
  let total = 0
  for (const { scenario, provider, left, isLarge } of runs) {
    const limits = isLarge && !isFullProof ? { ...left, faults: 0 } : left
    const { states, at_rest, seconds, violation } = explore(
      limited(scenario, limits),
      providers[provider],
    )
    const story = violation?.story.map((say, n) => `${n + 1}. ${say}`) ?? []
    assert.equal(violation, undefined, [violation?.what, ...story].join('\n'))
    assert.ok(at_rest > 0)
    t.diagnostic(`${scenario} / ${provider}: ${states} states, ${seconds.toFixed(1)} s`)
    total += states
  }
  t.diagnostic(`${total} states in all`)
  assert.ok(total >= ENOUGH, `${total} states`)
})

for (const rule of ruleNames) {
  const { scenario, provider, leads_to } = needs[rule]
  test(`without the rule ${rule} the protocol leads to a ${leads_to}, with it to none`, (t) => {
    const { violation } = explore(scenario, providers[provider], without(rule))
    assert.match(violation?.what ?? 'nothing', new RegExp(`^${leads_to}`))
    violation?.story.forEach((say, n) => t.diagnostic(`${n + 1}. ${say}`))
    assert.equal(explore(scenario, providers[provider]).violation, undefined)
  })
}
