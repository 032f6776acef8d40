// A sandbox whose metrics ports are known, which its own output does not name for the worker.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { SandboxFacts } from '#roles/sandbox/welcome.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '../../test/support/free_port.ts'

const main = resolve(import.meta.dirname, '../../server/src/main.ts')

export interface Measured {
  readonly facts: SandboxFacts
  readonly ports: { readonly api: number; readonly worker: number; readonly prometheus: number }
  /** Readable names for the ids of provider accounts. */
  names(): Promise<ReadonlyMap<string, string>>
  /** Stores the result for the metrics. */
  checkBooks(): void
  stop(): Promise<void>
}

export async function startMeasured(secret: string): Promise<Measured> {
  const env = {
    ...process.env,
    FLORIN_SECRET: secret,
    FLORIN_LOG_LEVEL: 'info',
    FLORIN_RATE_LIMIT: '100000',
  }
  const child = spawn(process.execPath, [main, 'sandbox', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const found: { worker?: number } = {}
  createInterface({ input: child.stderr }).on('line', (line) => {
    const [, port] = /"metrics_port":(\d+).*"worker is up"/.exec(line) ?? []
    if (port !== undefined) found.worker = Number(port)
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const facts = JSON.parse(line) as SandboxFacts
  const worker = await eventually('the worker logs its metrics port', async () => found.worker)
  const api = Number(new URL(facts.metrics_url).port)
  return {
    facts,
    ports: { api, worker, prometheus: await freePort() },
    async names() {
      const headers = { 'api-key': facts.api_key }
      const url = `${facts.base_url}/account/${facts.merchant_id}/connectors`
      const accounts = (await (await fetch(url, { headers })).json()) as {
        connector_id: string
        connector_label: string
      }[]
      return new Map(accounts.map((each) => [each.connector_id, each.connector_label]))
    },
    checkBooks() {
      const DATABASE_URL = facts.database_url
      spawnSync(process.execPath, [main, 'doctor', '--books'], {
        env: { ...env, DATABASE_URL },
        stdio: 'ignore',
      })
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
