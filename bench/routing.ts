// The cost of provider accounts and routing rules: CPU for a decision, and payments a second with two accounts and ten
// rules against a merchant without accounts.
//
// npm run bench:routing                    21 rounds, 6 seconds each in turns of 1.5
// npm run bench:routing -- --quick         3 rounds, 2 seconds each
import assert from 'node:assert/strict'
import type { ConnectorRow } from '#resources/accounts/connectors/read.ts'
import { decideRoute, type RoutedPayment, type Rule } from '#resources/accounts/routing/decide.ts'
import type { BenchDeployment } from './deployment.ts'
import { median } from './load.ts'
import { type Callers, compareWithout } from './with_and_without.ts'

/** No rule but the last matches the payments of the load. */
function makeRules(count: number, ids: readonly string[]): Rule[] {
  const use = ids.map((connector_id) => ({ connector_id, weight: 1 }))
  return Array.from({ length: count }, (_, n) => ({
    when: n === count - 1 ? {} : { payment_method: ['card'], amount: { min: 900_000_000 + n } },
    use,
  }))
}

const payment: RoutedPayment = {
  payment_id: 'pay_1',
  profile_id: 'pro_1',
  payment_method_type: 'credit',
  currency: 'EUR',
  amount: 1_000,
  capture_method: 'automatic',
  card_network: 'visa',
  card_country: null,
  billing_country: 'DE',
  metadata: {},
  card_entry: 'raw',
  pinned_to: null,
}

function decisionMicroseconds(count: number): number {
  const ids = ['con_1', 'con_2']
  const row = {
    connector_name: 'bank',
    profile_id: null,
    payment_methods_enabled: [],
    settings: {},
  }
  const accounts = ids.map(
    (connector_id) =>
      ({ ...row, connector_id, status: 'active', card_entry: 'raw' }) as unknown as ConnectorRow,
  )
  const routing = { rules: makeRules(count, ids), fallback: [], max_fallbacks: 1 }
  const RUNS = 2_000
  const times = Array.from({ length: 21 }, () => {
    const before = process.cpuUsage()
    for (let n = 0; n < RUNS; n++) {
      decideRoute(routing, accounts, { ...payment, payment_id: `pay_${n}` })
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / RUNS
  })
  return median(times)
}

for (const count of [10, 200]) {
  const us = decisionMicroseconds(count).toFixed(1)
  process.stdout.write(`a decision with ${count} rules: ${us} µs of CPU, median of 21 runs\n`)
}

async function prepare({ caller, env, merchant_id, newCaller }: BenchDeployment): Promise<Callers> {
  const without = await newCaller('Shop without accounts')
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${caller.port}${path}`, {
      method: 'POST',
      headers: { 'api-key': caller.api_key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { connector_id: string }
    assert.ok(response.ok, JSON.stringify(answer))
    return answer
  }
  const credentials = { key: env['FLORIN_BANK_KEY'] ?? '' }
  const ids: string[] = []
  for (const connector_label of ['One', 'Two']) {
    const sent = { connector_name: 'bank', connector_label, credentials }
    ids.push((await post(`/account/${merchant_id}/connectors`, sent)).connector_id)
  }
  const profile = `/account/${merchant_id}/business_profile/${caller.profile_id}`
  await post(`${profile}/routing`, { rules: makeRules(10, ids) })
  return { with: caller, without }
}

await compareWithout('bench:routing', {
  routing: {
    name: 'two accounts and ten rules',
    file: 'routing_process.ts',
    rounds: '21',
    seconds: '6',
    target: 0.97,
    prepare,
  },
})
