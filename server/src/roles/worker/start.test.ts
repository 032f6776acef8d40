// A worker that starts while its database is away: it waits, says so, can be stopped, and starts when the database is
// there.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { createDatabase, dropDatabase, withServer } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { freePort } from '#roles/sandbox/child.ts'
import { childEnv } from '#testing/child_env.ts'
import { main } from '#testing/command_line.ts'
import { testDatabase } from '#testing/database.ts'
import { DatabaseProxy } from '#testing/database_proxy.ts'
import { eventually } from '#testing/eventually.ts'
import { testEnv } from '#testing/harness.ts'

const TIMEOUT = { timeout: 120_000 }

class Worker implements AsyncDisposable {
  readonly lines: { level: string; msg: string; database?: string }[] = []
  readonly port: number
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.child = child
    this.port = port
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const all = `${text}${chunk}`.split('\n')
      text = all.pop() ?? ''
      this.lines.push(...all.map((line) => JSON.parse(line)))
    })
  }

  static async start(database_url: string, extra: Record<string, string> = {}): Promise<Worker> {
    const port = await freePort()
    const env = {
      ...(await testEnv({ FLORIN_PROVIDER: 'instant', ...extra })),
      ...childEnv(),
      DATABASE_URL: database_url,
      FLORIN_WORKER_METRICS_PORT: String(port),
    }
    const child = spawn(process.execPath, [main, 'worker'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return new Worker(child, port)
  }

  has(msg: string): boolean {
    return this.lines.some((line) => line.msg.startsWith(msg))
  }

  async health(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/health/${path}`)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  async stop(): Promise<number | null> {
    const exited = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    await exited
    return this.child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.stop()
  }
}

test(
  'a worker waits for PostgreSQL, reports it, and starts when it is there',
  TIMEOUT,
  async () => {
    await using proxy = await DatabaseProxy.start(await testDatabase())
    proxy.refuse()
    await using worker = await Worker.start(proxy.url)
    await eventually('it waits', async () => worker.has('worker: the database is not ready'))

    const live = await worker.health('live')
    const ready = await worker.health('ready')
    proxy.refuse(false)
    await eventually('it is up', async () => worker.has('worker is up'))

    assert.equal(live.status, 200)
    assert.equal(ready.status, 503)
    assert.deepEqual(ready.body['checks'], {
      database: 'unreachable',
      queue: 'unreachable',
      storage: 'ok',
      pages: 'ok',
    })
    await eventually('it is ready', async () => (await worker.health('ready')).status === 200)
    const waits = worker.lines.filter(({ msg }) => msg.startsWith('worker: the database'))
    assert.equal(waits.length, 1)
  },
)

test('a worker that waits for PostgreSQL stops on the first SIGTERM', TIMEOUT, async () => {
  await using proxy = await DatabaseProxy.start(await testDatabase())
  proxy.refuse()
  await using worker = await Worker.start(proxy.url)
  await eventually('it waits', async () => worker.has('worker: the database is not ready'))

  assert.equal(await worker.stop(), 0)
})

test(
  'a worker on a database without tables says so and writes nothing to it',
  TIMEOUT,
  async () => {
    const server = await testDatabase()
    const name = newId('req').replace('req', 'florin_empty')
    const empty = await createDatabase(server, name)
    try {
      await using worker = await Worker.start(empty)
      const line = await eventually('it waits', async () =>
        worker.lines.find(({ msg }) => msg.startsWith('worker: the database is not ready')),
      )

      assert.equal(line.database, 'not_migrated')
      const { checks } = (await worker.health('ready')).body
      assert.deepEqual(checks, {
        database: 'not_migrated',
        queue: 'unreachable',
        storage: 'ok',
        pages: 'ok',
      })
      assert.equal(worker.has('worker is up'), false)
      assert.equal(await worker.stop(), 0)
      const { rows } = await withServer(empty, (client) =>
        client.query(
          "select nspname from pg_namespace where nspname !~ '^(pg_|information_schema)'",
        ),
      )
      assert.deepEqual(rows, [{ nspname: 'public' }])
      const tables = await withServer(empty, (client) =>
        client.query("select 1 from pg_class where relnamespace = 'public'::regnamespace"),
      )
      assert.equal(tables.rowCount, 0)
    } finally {
      await dropDatabase(server, name)
    }
  },
)

test(
  'a worker that loses PostgreSQL logs the outage once and goes on afterwards',
  TIMEOUT,
  async () => {
    await using proxy = await DatabaseProxy.start(await testDatabase())
    await using worker = await Worker.start(proxy.url)
    await eventually('it is up', async () => worker.has('worker is up'))
    const before = worker.lines.length

    proxy.refuse()
    proxy.cutAll()
    await eventually('it is not ready', async () => (await worker.health('ready')).status === 503)
    await sleep(3_000)
    const during = worker.lines.slice(before).filter(({ level }) => level !== 'info')
    proxy.refuse(false)
    await eventually('it is ready', async () => (await worker.health('ready')).status === 200)

    // Each set of connections reports its own outage; every sweep would add several lines a second.
    assert.ok(during.length <= 4, during.map(({ msg }) => msg).join('\n'))
    assert.ok(worker.has('database: connected again'))
  },
)

/** A due job in the engine; resolves when it is done. */
async function runsAJob(): Promise<void> {
  const name = 'delete_old_card_failures'
  const database = await testDatabase()
  const ask = (text: string) => withServer(database, (client) => client.query(text, [name]))
  await ask('select florin_jobs.add_job($1, job_key => $1)')
  await eventually(
    'the job is done',
    async () => (await ask('select 1 from florin_jobs.jobs where key = $1')).rowCount === 0,
    30_000,
  )
}

for (const [how, freeze] of [
  ['freeze while new ones work', (proxy: DatabaseProxy) => proxy.freezeAll()],
  [
    'freeze with all new ones, and thaw later',
    (proxy: DatabaseProxy) => proxy.freezeAll('both', { new_ones: true }),
  ],
] as const) {
  test(
    `a worker whose connections ${how} is not ready, then ready, runs due jobs and stops`,
    TIMEOUT,
    async () => {
      await using proxy = await DatabaseProxy.start(await testDatabase())
      await using worker = await Worker.start(proxy.url, { FLORIN_STATEMENT_TIMEOUT_MS: '500' })
      await eventually('it is up', async () => worker.has('worker is up'))
      await runsAJob()

      freeze(proxy)
      await eventually('it is not ready', async () => (await worker.health('ready')).status === 503)
      if (how.includes('thaw')) proxy.thaw()
      await eventually(
        'it is ready',
        async () => (await worker.health('ready')).status === 200,
        30_000,
      )

      await runsAJob()
      assert.equal(await worker.stop(), 0)
    },
  )
}
