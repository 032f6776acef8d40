// HAProxy, as deploy/patroni/haproxy.cfg says, at other addresses and without TLS.
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support/free_port.ts'
import { deployed } from './deployed.ts'
import { isListening, startProgram } from './program.ts'

export interface BalancedNode {
  readonly postgres: number
  readonly rest: number
}

export interface Balancer extends AsyncDisposable {
  /** Leads to the primary. */
  readonly postgres_port: number
  /** Leads to the api processes. */
  readonly api_port: number
}

export async function startBalancer(
  base: string,
  nodes: readonly BalancedNode[],
  apis: readonly number[],
): Promise<Balancer> {
  const folder = join(base, 'haproxy')
  await mkdir(folder)
  const [postgres_port, api_port] = [await freePort(), await freePort()]
  const config_file = join(folder, 'haproxy.cfg')
  const config = place(readFileSync(deployed('haproxy.cfg'), 'utf8'), [
    [/bind 127\.0\.0\.1:5432/, `bind 127.0.0.1:${postgres_port}`],
    [/bind :443 .*/, `bind 127.0.0.1:${api_port}`],
    ...nodes.map(
      ({ postgres, rest }): Placing => [
        /10\.0\.0\.\d+:5432 check port 8008/,
        `127.0.0.1:${postgres} check port ${rest}`,
      ],
    ),
    ...apis.map((port): Placing => [/10\.0\.0\.\d+:8080/, `127.0.0.1:${port}`]),
  ])
  await writeFile(config_file, config)
  const process = await startProgram({
    folder,
    name: 'haproxy',
    program: 'haproxy',
    args: ['-db', '-f', config_file],
    isReady: () => isListening(postgres_port),
  })
  return {
    postgres_port,
    api_port,
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  }
}

type Placing = readonly [pattern: RegExp, value: string]

/** Each replaces the first match that is left. */
function place(config: string, placings: readonly Placing[]): string {
  const placed = placings.reduce((text, [pattern, value]) => {
    if (!pattern.test(text)) throw new Error(`haproxy.cfg has no ${pattern}`)
    return text.replace(pattern, value)
  }, config)
  if (/10\.0\.0\./.test(placed)) throw new Error('haproxy.cfg has an address without a place')
  return placed
}
