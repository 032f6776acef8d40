// Prometheus with the rules in deploy/prometheus: it scrapes the worker, and its alerts are read from its API.
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '../support/free_port.ts'
import { responds, startProgram } from './program.ts'

export interface Alerting extends AsyncDisposable {
  /** Resolves when the alert fires, with the time that it took from this call on. */
  fires(alert: string): Promise<number>
}

interface PrometheusFile {
  readonly global: object
  readonly scrape_configs: readonly { readonly job_name: string }[]
}

interface Alerts {
  readonly data: {
    readonly alerts: readonly {
      readonly state: string
      readonly labels: { readonly alertname: string }
    }[]
  }
}

const FIRING_TIMEOUT_MS = 150_000

const rules = resolve(import.meta.dirname, '../../deploy/prometheus')

export async function startAlerting(base: string, worker_metrics_port: number): Promise<Alerting> {
  const folder = join(base, 'prometheus')
  await mkdir(folder, { recursive: true })
  const url = `http://127.0.0.1:${await freePort()}`
  const config_file = join(folder, 'prometheus.yml')
  await writeFile(config_file, stringify(configure(worker_metrics_port)))
  const process = await startProgram({
    folder,
    name: 'prometheus',
    program: 'prometheus',
    args: [
      `--config.file=${config_file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    isReady: () => responds(`${url}/-/ready`),
  })
  return {
    async fires(alert) {
      const start = performance.now()
      await eventually(`${alert} fires`, () => isFiring(url, alert), FIRING_TIMEOUT_MS)
      return performance.now() - start
    },
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  }
}

async function isFiring(url: string, alert: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/alerts`)
  const { data } = (await answer.json()) as Alerts
  return data.alerts.some(({ state, labels }) => state === 'firing' && labels.alertname === alert)
}

/** The alert is for production, which accepts no sandbox bank: the label is what production would report. */
function configure(port: number) {
  const file = parse(readFileSync(join(rules, 'prometheus.yml'), 'utf8')) as PrometheusFile
  return {
    ...file,
    global: {
      ...file.global,
      scrape_interval: '2s',
      evaluation_interval: '2s',
      scrape_timeout: '2s',
    },
    rule_files: [join(rules, 'alerts.yml')],
    scrape_configs: [
      {
        job_name: 'florin-worker',
        static_configs: [{ targets: [`127.0.0.1:${port}`] }],
        metric_relabel_configs: [
          {
            source_labels: ['environment'],
            regex: 'sandbox',
            target_label: 'environment',
            replacement: 'production',
          },
        ],
      },
    ],
  }
}
