// Health for three readers: a merchant's developer with a key, and an orchestrator that asks whether
// the process lives and whether it should be sent requests.
import { Type } from 'typebox'
import type { Services } from '../kernel/context.ts'
import { isMigrated } from '../kernel/migrate.ts'
import { answer, Timestamp } from './fields.ts'
import { type Route, route } from './route.ts'
import { migrationsRun } from './store.ts'

export const RELEASE = '0.1.0'

const Health = answer('Health', {
  status: Type.Literal('ok'),
  environment: Type.String(),
  merchant_id: Type.String(),
  version: Type.String({ description: 'The release of Florin that answers.' }),
  time: Timestamp,
})

export const healthRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/health',
    tag: 'Health',
    summary: 'Check a key and the service',
    access: 'any_key',
    status: 200,
    answer: Health,
    errors: [],
    run: async (context) => ({
      status: 'ok' as const,
      environment: context.environment,
      merchant_id: context.merchant_id,
      version: RELEASE,
      time: context.now,
    }),
  }),
]

export interface Readiness {
  /** A draining process is well, but asks to be sent nothing more. */
  status: 'ok' | 'unavailable' | 'draining'
  checks: { database: 'ok' | 'not_migrated' | 'unreachable'; storage: 'ok' | 'unreachable' }
}

/** Without its storage a process goes on: uploads fail, and payments must not fail with them. */
export async function readiness(services: Services, draining: boolean): Promise<Readiness> {
  const [database, storage] = await Promise.all([databaseCheck(services), storageCheck(services)])
  const status = database === 'ok' ? 'ok' : 'unavailable'
  return { status: draining ? 'draining' : status, checks: { database, storage } }
}

async function databaseCheck({ db, log }: Services) {
  try {
    return (await isMigrated(await migrationsRun(db))) ? 'ok' : 'not_migrated'
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'readiness: the database does not answer')
    return 'unreachable'
  }
}

async function storageCheck({ storage, log }: Services) {
  try {
    await storage.check()
    return 'ok'
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'readiness: files cannot be stored')
    return 'unreachable'
  }
}
