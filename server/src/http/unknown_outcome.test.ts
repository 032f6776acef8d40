// Error responses after a lost connection. A proxy in front of PostgreSQL resets connections as a network fault
// would.
import assert from 'node:assert/strict'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { testDatabase } from '#testing/database.ts'
import { harness } from '#testing/harness.ts'
import { eventually } from '#testing/eventually.ts'

class Proxy implements AsyncDisposable {
  readonly url: string
  private readonly server: Server
  private readonly sockets: Set<Socket>

  private constructor(url: string, server: Server, sockets: Set<Socket>) {
    this.url = url
    this.server = server
    this.sockets = sockets
  }

  static async start(database: string): Promise<Proxy> {
    const target = new URL(database)
    const sockets = new Set<Socket>()
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      }
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = new URL(database)
    url.hostname = '127.0.0.1'
    url.port = String((server.address() as AddressInfo).port)
    return new Proxy(url.href, server, sockets)
  }

  /** Every connection is lost; new ones are accepted. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  /** From now on connections are refused. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.cut()
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.server.listening) await this.close()
  }
}

/** The connection is lost while an insert, by default a customer's, waits in PostgreSQL; then it is written. */
async function lostWhileInserting<T>(
  proxy: Proxy,
  send: () => Promise<T>,
  table: 'customers' | 'idempotency' = 'customers',
): Promise<T> {
  return withServer(await testDatabase(), async (client) => {
    const count = async () =>
      Number((await client.query(`select count(*) from ${table}`)).rows[0].count)
    const before = await count()
    await client.query('begin')
    await client.query(`lock table ${table} in share mode`)
    const answer = send()
    await eventually('it comes about', async () => {
      const { rows } = await client.query(
        `select 1 from pg_locks join pg_database d on d.oid = database where datname = current_database()
           and relation = '${table}'::regclass and not granted`,
      )
      return rows.length > 0
    })
    proxy.cut()
    const got = await answer
    await client.query('commit')
    await eventually('it comes about', async () => (await count()) === before + 1)
    return got
  })
}

test('a connection lost after the commit was sent: 503 says that the outcome is not known', async () => {
  await using proxy = await Proxy.start(await testDatabase())
  await using shop = await harness({ env: { DATABASE_URL: proxy.url } })

  const answer = await lostWhileInserting(proxy, () =>
    shop.post('/customers', { customer_id: 'ada' }),
  )

  assert.equal(`${answer.status} ${answer.body.error.code}`, '503 HE_00', answer.text)
  assert.match(answer.body.error.message, /not known/)
  assert.match(answer.body.error.message, /same Idempotency-Key/)
  assert.doesNotMatch(answer.body.error.message, /nothing was changed/i)
  assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/)
  assert.equal((await shop.get('/customers/ada')).status, 200, 'it was carried out')
})

test('with the same Idempotency-Key the retry returns the object that the first attempt made, once', async () => {
  await using proxy = await Proxy.start(await testDatabase())
  await using shop = await harness({ env: { DATABASE_URL: proxy.url } })
  const headers = { 'Idempotency-Key': 'lost' }
  const send = () => shop.post('/customers', { name: 'Ada' }, { headers })
  const lost = await lostWhileInserting(proxy, send)
  assert.equal(lost.status, 503, lost.text)

  const again = await send()

  assert.equal(again.status, 201, again.text)
  const list = await shop.get('/customers/list')
  assert.deepEqual(
    list.body.data.map((each: { customer_id: string }) => each.customer_id),
    [again.body.customer_id],
  )
})

test('a connection lost while the Idempotency-Key is reserved: 503, and nothing was changed', async () => {
  await using proxy = await Proxy.start(await testDatabase())
  await using shop = await harness({ env: { DATABASE_URL: proxy.url } })
  const headers = { 'Idempotency-Key': 'reserved' }

  const answer = await lostWhileInserting(
    proxy,
    () => shop.post('/customers', { customer_id: 'ada' }, { headers }),
    'idempotency',
  )

  assert.equal(`${answer.status} ${answer.body.error.code}`, '503 HE_00', answer.text)
  assert.match(answer.body.error.message, /Nothing was changed by your request/)
  assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/)
  assert.equal((await shop.get('/customers/ada')).status, 404)
})

test('PostgreSQL cannot be reached: 503 with Retry-After, and nothing was changed', async () => {
  await using proxy = await Proxy.start(await testDatabase())
  await using shop = await harness({ env: { DATABASE_URL: proxy.url } })
  assert.equal((await shop.get('/customers/list')).status, 200)
  await proxy.close()

  const answer = await shop.get('/customers/list')
  const keyed = await shop.post('/customers', {}, { headers: { 'Idempotency-Key': 'k' } })

  for (const each of [answer, keyed]) {
    assert.equal(`${each.status} ${each.body.error.code}`, '503 HE_00', each.text)
    assert.match(each.body.error.message, /Nothing was changed by your request/)
    assert.match(each.headers.get('Retry-After') ?? '', /^\d+$/)
  }
})
