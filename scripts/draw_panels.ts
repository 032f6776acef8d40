// Draws every panel of the Grafana dashboards for docs/operations/dashboards.md, from a real Prometheus that scrapes a
// sandbox under a short load: `npm run draw:panels`. Needs Prometheus.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { sleep } from '#kernel/clock.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { makeDemo } from '#roles/sandbox/demo/demo.ts'
import { eventually } from '#testing/eventually.ts'
import { type Drawing, type Series, statPanel, timePanel } from './panels/chart.ts'
import { type Panel, pictureName, readDashboards } from './panels/dashboards.ts'
import { payFor } from './panels/load.ts'
import { startMeasured, type Measured } from './panels/sandbox.ts'

const root = resolve(import.meta.dirname, '..')
const pictures = join(root, 'docs/operations/panels')
const DEMO_DAYS = 10
const LOAD_S = 90
const STEP_S = 2
/** Grafana's `$__rate_interval` is at least four scrapes. */
const RATE_INTERVAL = '15s'

interface Prometheus {
  readonly url: string
  stop(): Promise<void>
}

async function startPrometheus(folder: string, { ports }: Measured): Promise<Prometheus> {
  const scrape = (job: string, port: number) => ({
    job_name: job,
    static_configs: [{ targets: [`127.0.0.1:${port}`], labels: { instance: '1' } }],
  })
  const config = {
    global: {
      scrape_interval: '1s',
      evaluation_interval: '1s',
      external_labels: { florin_url: 'http://localhost' },
    },
    rule_files: [join(root, 'deploy/prometheus/alerts.yml')],
    scrape_configs: [scrape('florin-api', ports.api), scrape('florin-worker', ports.worker)],
  }
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, stringify(config))
  const address = `127.0.0.1:${ports.prometheus}`
  const flags = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
  ]
  const child: ChildProcess = spawn('prometheus', [...flags, '--log.level=error'], {
    stdio: ['ignore', 2, 2],
  })
  const url = `http://${address}`
  await eventually(
    'Prometheus is ready',
    () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    30_000,
  )
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

interface Answer {
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>
      readonly values: readonly (readonly [time: number, value: string])[]
    }[]
  }
}

interface Run {
  readonly url: string
  readonly from: number
  readonly to: number
  /** Readable names for ids. */
  readonly names: ReadonlyMap<string, string>
}

async function query({ url, from, to, names }: Run, { targets = [] }: Panel): Promise<Series[]> {
  const found: Series[] = []
  for (const { expr, legendFormat = '' } of targets) {
    const search = new URLSearchParams({
      query: expr.replaceAll('$__rate_interval', RATE_INTERVAL),
      start: String(from),
      end: String(to),
      step: String(STEP_S),
    })
    const answer = (await (
      await fetch(`${url}/api/v1/query_range?${search.toString()}`)
    ).json()) as Answer
    for (const { metric, values } of answer.data.result) {
      const name = legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => {
        const value = metric[label] ?? ''
        return names.get(value) ?? value
      })
      const points = values
        .map(([time, value]) => [time - from, Number(value)] as const)
        .filter(([, value]) => Number.isFinite(value))
      if (points.length > 0) found.push({ name: name.trim(), points })
    }
  }
  return found.toSorted((one, other) => peak(other) - peak(one))
}

function peak({ points }: Series): number {
  return Math.max(...points.map(([, value]) => value))
}

async function draw(run: Run): Promise<number> {
  rmSync(pictures, { recursive: true, force: true })
  mkdirSync(pictures, { recursive: true })
  let empty = 0
  for (const dashboard of readDashboards()) {
    for (const panel of dashboard.panels.filter(({ type }) => type !== 'row')) {
      const series = await query(run, panel)
      const { unit = 'short', max, thresholds } = panel.fieldConfig?.defaults ?? {}
      const limit = thresholds?.steps.find(({ color }) => color === 'red')?.value ?? undefined
      const seconds = run.to - run.from
      const drawing: Drawing = { title: panel.title, unit, series, seconds, limit, max }
      if (series.length === 0) {
        empty += 1
        console.log(`no data: ${dashboard.title}, ${panel.title}`)
      }
      const svg = panel.type === 'stat' ? statPanel(drawing) : timePanel(drawing)
      writeFileSync(join(pictures, pictureName(dashboard, panel)), svg)
    }
  }
  return empty
}

async function main(): Promise<void> {
  if (spawnSync('prometheus', ['--version']).status !== 0) {
    console.log(
      'draw:panels: prometheus not found. On Debian, as root: apt-get install -y --no-install-recommends prometheus',
    )
    process.exitCode = 1
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'florin-panels-'))
  const secret = makeSecret()
  const sandbox = await startMeasured(secret)
  const prometheus = await startPrometheus(folder, sandbox)
  const from = Math.floor(Date.now() / 1_000)
  try {
    const { facts } = sandbox
    const stop = new AbortController().signal
    const receiver = await makeDemo({ facts, days: DEMO_DAYS, stop, report: () => undefined })
    const names = await sandbox.names()
    await payFor(facts, LOAD_S, names)
    sandbox.checkBooks()
    await sleep(5_000)
    await receiver.close()
    const to = Math.floor(Date.now() / 1_000)
    const empty = await draw({ url: prometheus.url, from, to, names })
    console.log(`${to - from} s of load; ${empty} panel(s) without data`)
  } finally {
    await prometheus.stop()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
