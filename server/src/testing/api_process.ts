// The api as an operator runs it: a separate process, on the test file's database.
import { type Child, startRole } from '#roles/sandbox/role.ts'
import { childEnv } from './child_env.ts'
import { Client } from './client.ts'
import { testEnv } from './harness.ts'

export interface ApiProcess extends Child, AsyncDisposable {
  client(api_key?: string): Client
  readonly base_url: string
}

/** `extra` are settings, `node` other process variables. */
export async function startApi(
  extra: Record<string, string> = {},
  node: Record<string, string> = {},
): Promise<ApiProcess> {
  const env = { ...(await testEnv(extra)), FLORIN_LOG_LEVEL: 'error' }
  const child = await startRole('api', { ...childEnv(), ...node, ...env })
  const base_url = `http://127.0.0.1:${child.ports.port}`
  return {
    ...child,
    base_url,
    client: (api_key) => new Client(base_url, api_key),
    [Symbol.asyncDispose]: () => child.stop(),
  }
}
