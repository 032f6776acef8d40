// The chart in deploy/helm: Helm accepts it, its manifests are valid, and its pods start Florin. Skipped where Helm is not
// installed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import { settings } from '#config.ts'
import { testFolder } from '#testing/folder.ts'
import { CONFIG } from '../../scripts/release/image.ts'
import { readVersion } from '../../scripts/release/read_version.ts'
import {
  chart,
  chartServices,
  findPods,
  lintChart,
  type Manifest,
  obstacle,
  renderChart,
} from './helm.ts'
import { root } from './services.ts'
import { ROLES, startServices, unknownVariables } from './start.ts'

const skip = obstacle('helm') ?? false
const page = readFileSync(join(root, 'docs/operations/deploy.md'), 'utf8')
const [, block = ''] = /^```yaml\n# values\.yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
/** The values in docs/operations/deploy.md. */
const documented = parse(block) as Record<string, object>

/** Everything that is off by default, and the alternatives. */
const complete = {
  ...documented,
  files: { bucket: 'florin-files' },
  serviceAccountName: 'florin',
  env: { FLORIN_S3_REGION: 'eu-west-1', FLORIN_RATE_LIMIT: 3_000 },
  secrets: { name: 'florin', keys: { REDIS_URL: 'redis_url', FLORIN_ADMIN_KEY: 'admin_key' } },
  api: { secretKeys: { DATABASE_URL: 'api_database_url' }, autoscaling: { enabled: false } },
  worker: { autoscaling: { enabled: true } },
  migration: { roles: true },
  ingress: { enabled: true, className: 'nginx' },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  tolerations: [{ key: 'payments', operator: 'Exists' }],
  extraVolumes: [{ name: 'authority', configMap: { name: 'authority' } }],
  extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/authority', readOnly: true }],
}

async function render(values: object): Promise<readonly Manifest[]> {
  const { manifests, error } = renderChart(values, await testFolder())
  assert.equal(error, '')
  return manifests
}

async function findErrors(values: object): Promise<string> {
  return renderChart(values, await testFolder()).error
}

test("the chart has the program's version", () => {
  const { version, appVersion } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')) as {
    version: string
    appVersion: string
  }
  assert.deepEqual([version, appVersion], [readVersion(root), readVersion(root)])
})

test('the chart takes every secret from a Secret, and no secret as a value', () => {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'))
  const rows = Object.values(settings)
  const secrets = rows.flatMap((row) => ('secret' in row ? [row.name] : []))
  const refused: string[] = schema.properties.env.propertyNames.not.enum
  assert.deepEqual(schema.definitions.secretKeys.propertyNames.enum.toSorted(), secrets.toSorted())
  for (const name of secrets) {
    assert.ok(refused.includes(name) && refused.includes(`${name}_FILE`), name)
  }
})

test('helm lint accepts the values of the page, and all others', { skip }, async () => {
  for (const values of [{}, documented, complete]) {
    const { passes, text } = lintChart(values, await testFolder())
    assert.ok(passes, text)
  }
})

test('kubernetes-validate accepts every manifest', {
  skip: skip || (obstacle('kubernetes-validate') ?? false),
}, async () => {
  const file = join(await testFolder(), 'manifests.yaml')
  for (const values of [documented, complete]) {
    const manifests = await render(values)
    // A ServiceMonitor's schema belongs to the Prometheus operator.
    const known = manifests.filter(({ kind }) => kind !== 'ServiceMonitor')
    assert.ok(known.length >= 10, `${known.length} manifests`)
    writeFileSync(file, known.map((each) => stringify(each)).join('---\n'))
    const { status, stdout, stderr } = spawnSync('kubernetes-validate', ['--strict', file], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout + stderr)
  }
})

test('the chart starts Florin: migrated, and ready by its own probes', { skip }, async (t) => {
  const services = chartServices(await render(documented))
  for (const { name, probes = [] } of services) {
    const paths = probes.map(({ path }) => path)
    const live = ['/health/live', '/health/live', '/health/ready']
    assert.deepEqual(paths, name === 'migrate' ? [] : live, name)
  }
  await startServices(t, services)
})

test('the chart sets only variables that exist', { skip }, async () => {
  for (const values of [documented, complete]) {
    assert.deepEqual(unknownVariables(chartServices(await render(values))), [])
  }
})

test('every pod is read-only, without capabilities, and has resources', { skip }, async () => {
  for (const values of [documented, complete]) {
    const pods = findPods(await render(values))
    assert.deepEqual([...pods.keys()].toSorted(), ROLES)
    for (const { containers, securityContext, ...pod } of pods.values()) {
      const [uid = ''] = CONFIG.user.split(':')
      assert.deepEqual(securityContext, {
        runAsNonRoot: true,
        runAsUser: Number(uid),
        runAsGroup: Number(uid),
        fsGroup: Number(uid),
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      })
      assert.deepEqual([pod.automountServiceAccountToken, pod.enableServiceLinks], [false, false])
      for (const container of containers) {
        assert.deepEqual(container.securityContext, {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        })
        assert.ok(container.resources.requests && container.resources.limits)
      }
    }
  }
})

test('every secret is a file from a key of the Secret', { skip }, async () => {
  for (const [name, { containers, volumes }] of findPods(await render(complete))) {
    const [secret] = volumes.flatMap((each) => each.secret ?? [])
    const keys = secret?.items.map(({ key }) => `/run/secrets/florin/${key}`) ?? []
    const files = (containers[0]?.env ?? []).filter((each) => each.name.endsWith('_FILE'))
    assert.deepEqual(files.map(({ value }) => value).toSorted(), keys.toSorted(), name)
    const database = files.find((each) => each.name === 'DATABASE_URL_FILE')?.value
    assert.equal(database?.endsWith('/api_database_url'), name === 'api')
    assert.equal(files.length, 5)
  }
})

test('the migration is a hook that runs before anything is changed', { skip }, async () => {
  const jobs = (await render(complete)).filter(({ kind }) => kind === 'Job')
  assert.equal(jobs.length, 1)
  assert.equal(jobs[0]?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
  const [migrate] = chartServices(jobs)
  assert.deepEqual(migrate?.command, [...CONFIG.entrypoint, 'migrate', '--roles'])
})

test('a pod has longer to stop than it drains and finishes requests', { skip }, async () => {
  for (const drainSeconds of [0, 30]) {
    const pods = findPods(await render({ ...documented, api: { drainSeconds } }))
    const env = pods.get('api')?.containers[0]?.env ?? []
    const drain = env.find(({ name }) => name === 'FLORIN_DRAIN_MS')?.value
    assert.equal(drain, String(drainSeconds * 1_000))
    assert.ok((pods.get('api')?.terminationGracePeriodSeconds ?? 0) > drainSeconds + 30)
    assert.ok((pods.get('worker')?.terminationGracePeriodSeconds ?? 0) > 30)
  }
})

interface Autoscaler {
  readonly metrics: readonly {
    readonly resource?: { readonly name: string }
    readonly external?: {
      readonly metric: {
        readonly name: string
        readonly selector?: { readonly matchLabels: Readonly<Record<string, string>> }
      }
    }
  }[]
}

test('api scales by CPU, and workers by the age of queues that alerts watch', {
  skip,
}, async () => {
  const find = async (values: object) =>
    (await render(values))
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec }) => (spec as unknown as Autoscaler).metrics)
  const [api, ...others] = await find(documented)
  assert.equal(api?.[0]?.resource?.name, 'cpu')
  assert.equal(others.length, 0, "the worker's is off by default")

  const [metrics = []] = await find(complete)
  const rules = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  assert.equal(metrics.length, 2)
  for (const { external } of metrics) {
    const labels = Object.entries(external?.metric.selector?.matchLabels ?? {})
    const selector = labels.map(([name, value]) => `{${name}="${value}"}`).join('')
    assert.ok(rules.includes(`${external?.metric.name}${selector}`), external?.metric.name)
  }
})

test('metrics are for named peers, and private addresses for named ports', { skip }, async () => {
  const { networkPolicy: _, ...others } = documented
  const policies = async (values: object) =>
    (await render(values)).filter(({ kind }) => kind === 'NetworkPolicy')
  for (const { metadata, spec } of await policies(others)) {
    const ingress = JSON.stringify(spec['ingress'] ?? [])
    assert.ok(!ingress.includes('"metrics"'), metadata.name)
    assert.equal(ingress.includes('"http"'), metadata.name === 'florin-api')
  }
  const named = await policies(documented)
  assert.equal(named.length, 3)
  for (const { metadata, spec } of named) {
    const role = metadata.labels?.['app.kubernetes.io/component'] ?? ''
    const selector = spec['podSelector'] as { matchLabels: Record<string, string> }
    assert.equal(selector.matchLabels['app.kubernetes.io/component'], role)
    const text = JSON.stringify(spec)
    assert.equal(text.includes('monitoring'), role !== 'migrate', role)
    assert.equal(text.includes('0.0.0.0/0'), role !== 'migrate', role)
  }
})

interface Monitor {
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> }
  readonly endpoints: readonly {
    readonly relabelings: readonly { readonly replacement: string }[]
  }[]
}

test('each ServiceMonitor selects one Service, under the job name of the rules', {
  skip,
}, async () => {
  const manifests = await render(complete)
  const monitors = manifests.filter(({ kind }) => kind === 'ServiceMonitor')
  const jobs = monitors.map(({ spec }) => {
    const { selector, endpoints } = spec as unknown as Monitor
    const selected = manifests.filter(
      ({ kind, metadata }) =>
        kind === 'Service' &&
        Object.entries(selector.matchLabels).every(
          ([name, value]) => metadata.labels?.[name] === value,
        ),
    )
    assert.equal(selected.length, 1)
    return endpoints[0]?.relabelings[0]?.replacement
  })
  const rules = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  assert.deepEqual(jobs, ['florin-api', 'florin-worker'])
  for (const job of jobs) assert.ok(rules.includes(`job="${job}"`))
})

test('what is missing, unknown, secret or contradictory is refused', { skip }, async () => {
  const { image: _, ...others } = documented
  for (const [values, expected] of [
    [others, /image\.repository: the repository/],
    [{ ...documented, publicUrl: '' }, /publicUrl: where callers/],
    [{ ...documented, secrets: { name: '' } }, /secrets\.name: a Secret that exists/],
    [{ ...documented, files: {} }, /files\.bucket or files\.claim/],
    [{ ...documented, files: { claim: 'a', bucket: 'b' } }, /files/],
    [{ ...documented, replicas: 3 }, /replicas/],
    [
      { ...documented, env: { FLORIN_ADMIN_KEY: 'a'.repeat(32) } },
      /propertyName 'FLORIN_ADMIN_KEY'/,
    ],
    [
      { ...documented, secrets: { name: 'florin', keys: { FLORIN_PORT: 'port' } } },
      /FLORIN_PORT|propertyNames/,
    ],
  ] as const) {
    assert.match(await findErrors(values), expected)
  }
})
