// Secrets that are read at the start are rotated under load, by restarts one by one as docs/operations/running.md
// describes them: no request fails. Two api processes, behind a client that takes turns and asks for readiness like a
// load balancer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import { grantRoles } from '#kernel/migrate.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import type { Answer, Client } from '#testing/client.ts'
import { spawnFlorin } from '#testing/command_line.ts'
import { type ApiProcess, type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { isFullProof } from '#testing/proof.ts'
import { toBank } from '../support/recipients.ts'

const POLL_MS = 50
const CALLERS = 4
/** Requests of each kind before the next step. */
const BETWEEN_STEPS = 2

type Env = Record<string, string>

const first = { secret: makeSecret(), vault: `2026:${makeSecret()}`, admin: makeSecret() }
/** The variables in effect. */
let env: Env = {
  FLORIN_DRAIN_MS: '1500',
  FLORIN_SECRET: first.secret,
  FLORIN_VAULT_KEYS: first.vault,
  FLORIN_ADMIN_KEY: first.admin,
}
/** The key that the operator's programs use. */
let admin_key = first.admin
let deployment: Deployment
let balancer: Balancer
let load: Load
const users: string[] = []

/** Takes turns among the api processes that report to be ready. */
class Balancer {
  private targets: { api: ApiProcess; is_ready: boolean }[] = []
  private turn = 0
  private readonly timer = setInterval(() => void this.poll(), POLL_MS)

  add(api: ApiProcess): void {
    this.targets.push({ api, is_ready: true })
  }

  get apis(): ApiProcess[] {
    return this.targets.map(({ api }) => api)
  }

  remove(api: ApiProcess): void {
    this.targets = this.targets.filter((each) => each.api !== api)
  }

  client(): Client {
    const ready = this.targets.filter(({ is_ready }) => is_ready)
    const chosen = ready[this.turn++ % ready.length]
    assert.ok(chosen, 'no api is ready')
    return chosen.api.client
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private async poll(): Promise<void> {
    for (const target of this.targets) {
      const answer = await target.api.client.get('/health/ready').catch(() => undefined)
      target.is_ready = answer?.status === 200
    }
  }
}

/** Requests until it is stopped, and everything that went wrong. */
class Load {
  readonly failures: string[] = []
  readonly done: Record<string, number> = { payment: 0, payout: 0, operator: 0 }
  private is_over = false
  private readonly callers: Promise<void>[]

  constructor() {
    this.callers = Array.from({ length: CALLERS }, () => this.call())
  }

  async stop(): Promise<void> {
    this.is_over = true
    await Promise.all(this.callers)
  }

  /** Waits until each kind of request was sent some times more. */
  async goesOn(): Promise<void> {
    const before = { ...this.done }
    await eventually('the load goes on', async () =>
      Object.entries(this.done).every(([kind, n]) => n >= (before[kind] ?? 0) + BETWEEN_STEPS),
    )
  }

  private async call(): Promise<void> {
    while (!this.is_over) {
      await this.expect('payment', 'succeeded', () =>
        balancer.client().post('/payments', examplePayment),
      )
      // The method is stored by one process, and read by the next.
      await this.expect('payout', 'success', async () => {
        const body = { amount: 100, currency: 'EUR', ...toBank() }
        const made = await balancer.client().post('/payouts/create', body)
        if (made.status !== 201) return made
        return balancer.client().post(`/payouts/${made.body.payout_id}/fulfill`, {})
      })
      await this.expect('operator', undefined, () => {
        const path = `/accounts/${deployment.merchant.merchant_id}`
        return balancer.client().with(admin_key).post(path, {})
      })
    }
  }

  private async expect(kind: string, status: string | undefined, send: () => Promise<Answer>) {
    try {
      const { status: code, body, text } = await send()
      if (code !== 200 || (status !== undefined && body.status !== status)) {
        this.failures.push(`${kind}: ${code} ${text.slice(0, 300)}`)
      }
    } catch (error) {
      this.failures.push(`${kind}: ${String(error)}`)
    }
    this.done[kind] = (this.done[kind] ?? 0) + 1
  }
}

/** Restarts every api and the worker, one by one: the new process starts first, then the old one drains. */
async function restartAll(changed: Env): Promise<void> {
  env = { ...env, ...changed }
  for (const old of balancer.apis) {
    const api = await deployment.startApi({ env })
    // A process with a new secret alone accepts an API key once the key has moved by its use.
    await eventually(
      'it accepts the key',
      async () => (await api.client.get('/health')).status === 200,
    )
    balancer.add(api)
    await old.stop()
    balancer.remove(old)
  }
  const worker = deployment.workers.at(-1)
  await deployment.startWorker({ env })
  await worker?.stop()
  await load.goesOn()
}

async function rotateVault(): Promise<void> {
  const DATABASE_URL = deployment.database_url
  const settings = { ...deployment.settings, ...env, DATABASE_URL }
  const { code, stderr } = await spawnFlorin(['vault', 'rotate'], settings)
  assert.equal(code, 0, stderr)
  await load.goesOn()
}

before(async () => {
  deployment = await startDeployment({ apis: 0, workers: 0, env })
  balancer = new Balancer()
  for (const api of [await deployment.startApi(), await deployment.startApi()]) balancer.add(api)
  await deployment.startWorker()
  load = new Load()
  await load.goesOn()
})

after(async () => {
  await load.stop()
  balancer.stop()
  await deployment[Symbol.asyncDispose]()
  await withServer(deployment.database_url.replace(/\/[^/]*$/, '/postgres'), async (db) => {
    for (const name of users) await db.query(`drop role "${name}"`)
  })
})

async function newUser(): Promise<string> {
  const name = newId('req').replace('req', 'florin_rotation')
  const password = makeSecret()
  const url = new URL(deployment.database_url)
  await deployment.sql(
    `create role "${name}" login password '${password}' in role florin_api, florin_worker`,
  )
  users.push(name)
  return Object.assign(url, { username: name, password }).href
}

/** Values of a variable, each set by restarts one by one: the new one is known to all, then used by all, then alone. */
type Steps = readonly [known: string, used: string, alone: string]

function replaceIn(old: string, fresh: string): Steps {
  return [`${old},${fresh}`, `${fresh},${old}`, fresh]
}

const fresh_admin = makeSecret()
const rotations: Record<string, () => Promise<Steps>> = {
  FLORIN_SECRET: async () => replaceIn(first.secret, makeSecret()),
  FLORIN_VAULT_KEYS: async () => replaceIn(first.vault, `2027:${makeSecret()}`),
  FLORIN_ADMIN_KEY: async () => replaceIn(first.admin, fresh_admin),
  // A user with another password, because PostgreSQL knows one password for each user.
  async DATABASE_URL() {
    await grantRoles(deployment.database_url)
    const [old, fresh] = [await newUser(), await newUser()]
    return [old, fresh, fresh]
  },
}

// Each alone takes minutes, so the check rotates all of them together.
const groups = isFullProof ? Object.keys(rotations).map((name) => [name]) : [Object.keys(rotations)]

for (const names of groups) {
  test(`${names.join(', ')}: rotated under load with 0 failed requests`, async (t) => {
    const steps = await Promise.all(
      names.map(async (name) => [name, (await rotations[name]?.()) ?? []] as const),
    )
    const step = (n: number): Env =>
      Object.fromEntries(steps.map(([name, values]) => [name, values[n] ?? '']))

    await restartAll(step(0))
    await restartAll(step(1))
    await rotateVault()
    if (names.includes('FLORIN_ADMIN_KEY')) admin_key = fresh_admin
    await load.goesOn()
    await restartAll(step(2))

    t.diagnostic(`${JSON.stringify(load.done)} requests, ${load.failures.length} failed`)
    assert.deepEqual(load.failures, [])
    const [old_user] = users
    const text = 'select 1 from pg_stat_activity where usename = $1'
    assert.deepEqual(await deployment.sql(text, [old_user ?? '']), [], 'the old user is unused')
  })
}
