// Starts Florin as a deployment's files say: migrate, then api and worker until both are ready. Only values that belong
// to a machine are replaced.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { makeSecret } from '#kernel/crypto.ts'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { childEnv } from '#testing/child_env.ts'
import { eventually } from '#testing/eventually.ts'
import { template, testServer } from '#testing/template.ts'
import { freePort } from '../support/free_port.ts'
import { settings } from '../../server/src/settings.ts'
import { CONFIG } from '../../scripts/release/image.ts'
import { root, type Service } from './services.ts'

const runProgram = promisify(execFile)
export const ROLES = ['api', 'migrate', 'worker']

/** This machine's values, by the name of their variable. */
async function machineValues(
  t: TestContext,
  database_url: string,
): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-deploy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const values: Record<string, string> = {
    DATABASE_URL: database_url,
    REDIS_URL: process.env['REDIS_URL'] ?? '',
    FLORIN_SECRET: makeSecret(),
    FLORIN_VAULT_KEYS: `2027:${makeSecret()}`,
    FLORIN_FILES_DIR: folder,
    FLORIN_HOST: '127.0.0.1',
    FLORIN_METRICS_HOST: '127.0.0.1',
  }
  for (const [name, value] of Object.entries({ ...values })) {
    const file = join(folder, name)
    writeFileSync(file, value)
    values[`${name}_FILE`] = file
  }
  return values
}

/** A container's ports, by the variable that sets each. */
const LISTENS: Readonly<Record<number, string>> = {
  [CONFIG.ports[0]]: 'FLORIN_PORT',
  [CONFIG.ports[1]]: 'FLORIN_METRICS_PORT',
  [CONFIG.ports[2]]: 'FLORIN_WORKER_METRICS_PORT',
}

/** Ports are not in the files: their defaults may be taken here. */
async function ports(): Promise<Record<string, string>> {
  const names = Object.values(LISTENS)
  const free = await Promise.all(names.map(() => freePort()))
  return Object.fromEntries(names.map((name, n) => [name, String(free[n])]))
}

function environment(service: Service, values: Readonly<Record<string, string>>) {
  const entries = Object.entries(service.env).map(([name, value]) => [name, values[name] ?? value])
  return Object.fromEntries(entries) as Record<string, string>
}

/** The image's program has no types; here it has. */
function program(command: readonly string[]): [string, string[]] {
  const [first, ...rest] = command
  assert.equal(first, '/usr/bin/node')
  return [process.execPath, rest.map((word) => word.replace(/^(server\/src\/main)\.js$/, '$1.ts'))]
}

export function find<T extends Service>(list: readonly T[], name: string): T {
  const found = list.find((each) => each.name === name)
  assert.ok(found, name)
  return found
}

/** Runs the services on their own database. */
export async function startServices(t: TestContext, list: readonly Service[]): Promise<void> {
  assert.deepEqual(list.map(({ name }) => name).toSorted(), ROLES)
  const name = newId('req').replace('req', 'florin_deploy')
  const url = await createDatabase(testServer(), name, await template())
  t.after(() => dropDatabase(testServer(), name))
  await t.test('with the commands and variables in the files', (inner) => start(inner, list, url))
}

/** Migrates with the file's command, then starts api and worker and waits for both. */
async function start(t: TestContext, list: readonly Service[], database_url: string) {
  const values = await machineValues(t, database_url)
  const taken = await ports()
  const env = (service: Service) => ({ ...childEnv(), ...environment(service, values), ...taken })
  const migrate = find(list, 'migrate')
  const [file, args] = program(migrate.command)
  const { stdout } = await runProgram(file, args, { cwd: root, env: env(migrate) })
  assert.equal(stdout, 'The database is up to date.\n')

  const startRole = async (role: string, port: string) => {
    const service = find(list, role)
    const [node, words] = program(service.command)
    const stdio = ['ignore', 'ignore', 'inherit'] as const
    const child = spawn(node, words, { cwd: root, env: env(service), stdio: [...stdio] })
    t.after(() => stop(child))
    const url = `http://127.0.0.1:${taken[port]}/health/ready`
    await eventually(`${role} is ready`, () => isReady(url, child))
    if (service.healthcheck) await assertChecks(service.healthcheck, env(service), port)
    for (const { path, port: listens } of service.probes ?? []) {
      const probed = `http://127.0.0.1:${taken[LISTENS[listens] ?? '']}${path}`
      await eventually(probed, () => isReady(probed, child))
    }
  }
  await Promise.all([
    startRole('api', 'FLORIN_PORT'),
    startRole('worker', 'FLORIN_WORKER_METRICS_PORT'),
  ])
}

/** The health check succeeds, and fails where nothing listens. */
async function assertChecks(
  healthcheck: readonly string[],
  env: Readonly<Record<string, string>>,
  port: string,
): Promise<void> {
  const [node, words] = program(healthcheck)
  await runProgram(node, words, { env: { ...env } })
  await assert.rejects(runProgram(node, words, { env: { ...env, [port]: '1' } }))
}

async function isReady(url: string, child: ChildProcess): Promise<boolean> {
  assert.equal(child.exitCode, null, 'the process has ended')
  return fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Variables that Florin does not have. */
export function unknownVariables(list: readonly Service[]): string[] {
  const known = Object.values(settings).flatMap(({ name }) => [name, `${name}_FILE`])
  const names = list.flatMap(({ env }) => Object.keys(env))
  return names.filter((name) => ![...known, ...NOT_OURS].includes(name))
}

/** Read by Node and the C library. */
const NOT_OURS = ['NODE_ENV', 'MALLOC_ARENA_MAX']
