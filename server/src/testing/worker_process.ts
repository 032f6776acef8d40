// The worker as an operator runs it: a separate process, on the test file's database.
import { type Child, startRole } from '#roles/sandbox/role.ts'
import { childEnv } from './child_env.ts'
import { testEnv } from './harness.ts'

export type WorkerProcess = Pick<Child, 'pid' | 'ports' | 'ended' | 'stop'> & AsyncDisposable

export async function startWorker(extra: Record<string, string> = {}): Promise<WorkerProcess> {
  const env = { ...(await testEnv(extra)), FLORIN_LOG_LEVEL: 'error' }
  const child = await startRole('worker', { ...childEnv(), ...env })
  return { ...child, [Symbol.asyncDispose]: () => child.stop() }
}
