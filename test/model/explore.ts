// Explores the operation protocol and prints the explored size, or the shortest story that leads to a violation.
//
// node test/model/explore.ts [--scenario charge] [--provider both] [--faults 2] [--requests 2] [--retries 1]
// node test/model/explore.ts --rule-off send_deadline
import { parseArgs } from 'node:util'
import { explore } from './explorer.ts'
import { allRules, ruleNames, without } from './rules.ts'
import { needs } from './needs.ts'
import { limited, type ProviderName, providers, runs, type ScenarioName } from './scenarios.ts'
import type { Left } from './state.ts'

const { values } = parseArgs({
  options: {
    scenario: { type: 'string' },
    provider: { type: 'string' },
    'rule-off': { type: 'string' },
    faults: { type: 'string' },
    requests: { type: 'string' },
    retries: { type: 'string' },
    events: { type: 'string' },
  },
})

const rule = ruleNames.find((name) => name === values['rule-off'])
let total = 0
if (rule !== undefined && values.scenario === undefined) {
  const { scenario, provider } = needs[rule]
  show(`${scenario.name}, ${providers[provider].name}, without ${rule}`, () =>
    explore(scenario, providers[provider], without(rule)),
  )
} else {
  for (const run of runs) {
    if (values.scenario !== undefined && values.scenario !== run.scenario) continue
    if (values.provider !== undefined && values.provider !== run.provider) continue
    const scenario = limited(run.scenario as ScenarioName, { ...run.left, ...asked() })
    const provider = providers[run.provider as ProviderName]
    const rules = rule === undefined ? allRules : without(rule)
    show(`${scenario.name}; the provider ${provider.name}`, () =>
      explore(scenario, provider, rules),
    )
  }
}
print(`${total} states in all`)

function asked(): Partial<Left> {
  const names = ['faults', 'requests', 'retries', 'events'] as const
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, Number(values[name])]])),
  )
}

function show(name: string, run: () => ReturnType<typeof explore>): void {
  const { states, steps, at_rest, deepest, seconds, violation } = run()
  total += states
  print(
    `${name}: ${states} states, ${steps} steps, ${at_rest} at rest, depth ${deepest}, ${seconds.toFixed(1)} s`,
  )
  if (violation === undefined) return
  print(`  ${violation.what}`)
  violation.story.forEach((say, n) => print(`  ${n + 1}. ${say}`))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
