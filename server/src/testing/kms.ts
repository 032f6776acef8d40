// A server that speaks AWS KMS: moto, from PyPI. Tests that need it are skipped where it is not installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { eventually } from './eventually.ts'

export interface TestKms extends AsyncDisposable {
  /** The variables with which a process reaches it. */
  readonly env: Readonly<Record<string, string>>
  /** A new symmetric key's id. */
  createKey(): Promise<string>
}

/** False, with the reason, where moto is missing. */
export const missingMoto: string | false =
  spawnSync('moto_server', ['--help']).status === 0
    ? false
    : 'moto_server is not installed: pip install "moto[server]==5.2.5"'

export async function startKms(): Promise<TestKms> {
  const port = await freePort()
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  const endpoint = `http://127.0.0.1:${port}`
  await eventually('moto answers', () => answers(endpoint), 60_000)
  const region = 'eu-central-1'
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  return {
    env: {
      AWS_ENDPOINT_URL_KMS: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    async createKey() {
      const { CreateKeyCommand, KMSClient } = await import('@aws-sdk/client-kms')
      const client = new KMSClient({ endpoint, region, credentials })
      const { KeyMetadata } = await client.send(new CreateKeyCommand({}))
      client.destroy()
      return KeyMetadata?.KeyId ?? ''
    },
    [Symbol.asyncDispose]: () => ended(child),
  }
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(`${endpoint}/moto-api/`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
