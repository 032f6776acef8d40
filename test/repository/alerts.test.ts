// Alert rules, dashboards and runbooks agree with each other and with the metrics that the processes export.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import { florin } from '#main.ts'
import { createWorkerMetrics } from '#roles/worker/metrics.ts'
import { harness } from '#testing/harness.ts'
import { testFolder } from '#testing/folder.ts'
import { pictureName, readDashboards } from '../../scripts/panels/dashboards.ts'
import { findGroupings, findSelectors } from '../support/promql.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/prometheus')

interface Rule {
  record?: string
  alert?: string
  expr: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

interface Case {
  name: string
  promql_expr_test?: { expr: string; exp_samples: { value: number }[] }[]
}

interface Panel {
  id: number
  type: string
  title: string
  description?: string
  datasource?: { uid: string }
  targets?: { expr: string }[]
}

interface Dashboard {
  uid: string
  panels: Panel[]
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const rules = (
  parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const names = alerts.map(({ alert }) => String(alert))
const { tests: cases } = parse(read('deploy/prometheus/alerts.test.yml')) as { tests: Case[] }
const runbooks = read('docs/operations/alerts.md')
const dashboards = globSync('deploy/grafana/dashboards/*.json', { cwd: root })
  .toSorted()
  .map((path) => ({ path, ...(JSON.parse(read(path)) as Dashboard) }))

/** Grafana replaces it with a window of at least four scrapes. */
const panelExpressions = dashboards.flatMap(({ path, panels }) =>
  panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      where: `${path}, ${title}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    })),
  ),
)

/** Set by Prometheus for every target. */
const TARGET = ['job', 'instance']
const HISTOGRAM = { _bucket: ['le'], _sum: [], _count: [] }

/** Label names by metric, as the registries of the api and the worker have them. */
async function readExported(): Promise<Map<string, string[]>> {
  await using shop = await harness()
  const registries = [shop.app.metrics.registry, createWorkerMetrics(shop.services).registry]
  const found = new Map([['up', TARGET]])
  for (const registry of registries) {
    const text = await registry.metrics()
    for (const metric of registry.getMetricsAsArray()) {
      const { name, labelNames = [] } = metric as typeof metric & { labelNames?: string[] }
      const isHistogram = text.includes(`# TYPE ${name} histogram\n`)
      const suffixes = isHistogram ? Object.entries(HISTOGRAM) : [['', []] as const]
      for (const [suffix, more] of suffixes) {
        found.set(name + suffix, [...labelNames, ...more, ...TARGET])
      }
    }
  }
  return found
}

test('every expression of an alert and of a panel uses metrics and labels that the processes export', async () => {
  const exported = await readExported()
  assert.ok(exported.size > 60, `${exported.size} metrics`)
  for (const { record } of rules) if (record !== undefined) exported.set(record, [])
  const expressions = [
    ...rules.map(({ alert, record, expr }) => ({ where: String(alert ?? record), expr })),
    ...panelExpressions,
  ]
  const wrong = expressions.flatMap(({ where, expr }) => {
    const selectors = findSelectors(expr)
    const all = selectors.flatMap(({ metric }) => exported.get(metric) ?? [])
    const ungrouped = findGroupings(expr).filter((label) => !all.includes(label))
    return [
      ...ungrouped.map((label) => `${where}: no metric has the label ${label}`),
      ...selectors.flatMap(({ metric, labels }) => {
        const known = exported.get(metric)
        if (known === undefined) return [`${where}: no process exports ${metric}`]
        const unknown = labels.filter((label) => !known.includes(label))
        return unknown.map((label) => `${where}: ${metric} has no label ${label}`)
      }),
    ]
  })
  assert.deepEqual(wrong, [])
  const used = new Set(runbooks.match(/\bflorin_[a-z_]+/g))
  const invented = [...used].filter((name) => !exported.has(name) && !exported.has(`${name}_count`))
  assert.deepEqual(invented, ['florin_url'], 'docs/operations/alerts.md names a metric')
})

const PARTS = ['Meaning', 'Look at', 'Do', 'Resolves']

test('every alert has a severity, a summary, a description and a runbook with all of its parts', () => {
  assert.equal(new Set(names).size, names.length)
  for (const { alert = '', labels, annotations } of alerts) {
    assert.match(labels?.['severity'] ?? '', /^(critical|warning)$/, alert)
    assert.ok(annotations?.['summary'] && annotations['description'], alert)
    const url = `{{ $externalLabels.florin_url }}/docs/operations/alerts#${alert.toLowerCase()}`
    assert.equal(annotations['runbook_url'], url)
    const [, rest] = runbooks.split(`\n### ${alert}\n`)
    assert.ok(rest, `docs/operations/alerts.md has no runbook for ${alert}`)
    const [own = ''] = rest.split(/^##/m)
    for (const part of PARTS) assert.ok(own.includes(`- **${part}:** `), `${alert}: ${part}`)
    assert.ok(own.includes(`Severity ${labels?.['severity']}.`), `${alert}: severity`)
  }
  const headings = [...runbooks.matchAll(/^### (Florin\w+)$/gm)].map(([, name]) => name)
  assert.deepEqual(headings, names, 'the runbooks have the order of the rules')
})

test('every alert has a unit test in which it does not fire, fires, and resolves', () => {
  for (const name of names) {
    const own = cases.find((each) => each.name === name)?.promql_expr_test ?? []
    const fired = own.map(({ exp_samples }) => exp_samples.length > 0)
    assert.ok(
      own.every(({ expr }) => expr.includes(`"${name}"`)),
      name,
    )
    assert.deepEqual([fired[0], fired.includes(true), fired.at(-1)], [false, true, false], name)
  }
})

test('every panel has a description, an expression and the provisioned data source', () => {
  const sources = parse(read('deploy/grafana/provisioning/datasources/florin.yml')) as {
    datasources: { uid: string }[]
  }
  const uid = sources.datasources[0]?.uid
  assert.deepEqual(
    dashboards.map((each) => each.uid),
    ['florin-money', 'florin-overview'],
  )
  for (const { path, panels } of dashboards) {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length, path)
    for (const { type, title, description, datasource, targets = [] } of panels) {
      if (type === 'row') continue
      assert.ok(description && targets.length > 0, `${path}: ${title}`)
      assert.equal(datasource?.uid, uid, `${path}: ${title}`)
    }
  }
})

test('every panel has a picture under its title, and every picture a panel', () => {
  const pictures = readDashboards().flatMap((dashboard) =>
    dashboard.panels
      .filter(({ type }) => type !== 'row')
      .map((panel) => ({ name: pictureName(dashboard, panel), title: panel.title })),
  )
  const drawn = globSync('docs/operations/panels/*', { cwd: root }).map((path) => basename(path))
  assert.deepEqual(drawn.toSorted(), pictures.map(({ name }) => name).toSorted())
  for (const { name, title } of pictures) {
    assert.ok(read(`docs/operations/panels/${name}`).includes(`aria-label="${title}"`), name)
  }
})

/** Code in the runbooks, without what has a value to fill in. */
const spans = [...runbooks.matchAll(/`([^`\n]+)`/g)]
  .map(([, span = '']) => span)
  .filter((span) => !/[<]\w/.test(span))

test('every statement of a runbook runs, and every command exists', async () => {
  await using shop = await harness()
  const statements = spans.filter((span) => /^(select|show) /.test(span))
  assert.ok(statements.length > 10, `${statements.length} statements`)
  for (const statement of statements) await shop.services.db.run(statement, [])
  const help = florin.commands
  const commands = [...runbooks.matchAll(/florin-server ([a-z]+)(?: ([a-z]+))?/g)]
  assert.ok(commands.length > 10, `${commands.length} commands`)
  for (const [text, name, verb] of commands) {
    const command = help.find((each) => each.name() === name)
    assert.ok(command, text)
    if (verb === undefined) continue
    assert.ok(
      command.commands.some((each) => each.name() === verb),
      text,
    )
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const skip = hasPromtool ? false : 'promtool is not installed: it comes with Prometheus'

function promtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
}

test('promtool accepts the configuration, the rules and the expressions of all panels and runbooks', {
  skip,
}, async () => {
  promtool('check', 'config', 'prometheus.yml')
  promtool('check', 'rules', 'alerts.yml')
  const written = spans.filter((span) => /^(sum|rate|histogram_quantile)\b/.test(span))
  assert.ok(written.length > 5, `${written.length} expressions in runbooks`)
  const expressions = [...panelExpressions.map(({ expr }) => expr), ...written]
  const panels = expressions.map((expr, n) => ({ record: `panel:${n}`, expr }))
  const file = join(await testFolder(), 'panels.yml')
  writeFileSync(file, stringify({ groups: [{ name: 'panels', rules: panels }] }))
  promtool('check', 'rules', file)
})

test('promtool runs the unit tests of the alerts', { skip }, () => {
  promtool('test', 'rules', 'alerts.test.yml')
})
