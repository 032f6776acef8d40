// One etcd member, as deploy/patroni/etcd.yml says, at other addresses and alone: it is not what fails here.
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { ProcessControl } from '#testing/process_control.ts'
import { freePort } from '../support/free_port.ts'
import { deployed } from './deployed.ts'
import { responds, startProgram } from './program.ts'

export interface Etcd extends AsyncDisposable {
  readonly port: number
}

export async function startEtcd(base: string): Promise<Etcd> {
  const folder = join(base, 'etcd')
  await mkdir(folder)
  const port = await freePort()
  const [client, peer] = [port, await freePort()].map((each) => `http://127.0.0.1:${each}`)
  const file = parse(readFileSync(deployed('etcd.yml'), 'utf8')) as { readonly name: string }
  const config = {
    ...file,
    'data-dir': join(folder, 'data'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `${file.name}=${peer}`,
  }
  const config_file = join(folder, 'etcd.yml')
  await writeFile(config_file, stringify(config))
  const process: ProcessControl = await startProgram({
    folder,
    name: 'etcd',
    program: 'etcd',
    args: ['--config-file', config_file],
    isReady: () => responds(`${client}/health`),
  })
  return { port, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() }
}
