// Files when things go wrong: callers and processes that die, storage that is down.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { until } from '../../../../../test/support/expect.ts'
import { startApi } from '#testing/api_process.ts'
import { fileOf, upload } from '#testing/files.ts'
import { testFolder } from '#testing/folder.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { testS3 } from '#testing/s3.ts'
import { END, fieldPart, filePart, SlowUpload } from '#testing/slow_upload.ts'
import { removeExpiredFiles } from './delete.ts'

/** Everything the storage holds for this merchant. */
async function stored({ merchant: { merchant_id } }: Shop): Promise<string[]> {
  return globSync('*/*', { cwd: join(await testFolder(), merchant_id) })
}

function rows({ services, merchant }: Shop): Promise<unknown[]> {
  return services.db.run('select * from files where merchant_id = $1', [merchant.merchant_id])
}

/** As when a disk is not mounted: what was there is elsewhere, and nothing can be put in its place. */
async function storageAway<T>(work: () => Promise<T>): Promise<T> {
  const folder = await testFolder()
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  try {
    return await work()
  } finally {
    await rm(folder)
    await rename(`${folder}-away`, folder)
  }
}

/** Runs everything that is due, for all merchants in this test file. */
async function sweep({ services }: Shop): Promise<void> {
  while ((await removeExpiredFiles(services, 100)) > 0);
}

test('the bytes lie under our own ids, whatever the caller calls the file', async () => {
  await using shop = await harness()

  const { body } = await upload(shop, fileOf('pdf'), '../../../../tmp/owned.pdf')

  assert.equal(body.file_name, 'owned.pdf')
  assert.deepEqual(await stored(shop), [`${body.file_id}/content`])
})

test('a caller who dies in the middle of an upload leaves no row and no bytes', async () => {
  await using shop = await harness()
  const dying = new SlowUpload(shop)
  dying.request.on('error', () => undefined)
  await dying.send(`${fieldPart('purpose', 'dispute_evidence')}${filePart()}`)
  await dying.send(fileOf('pdf', 3_000_000))

  dying.request.destroy()

  await until(async () => shop.log.some((line) => line.includes('"status":499')))
  assert.deepEqual(await rows(shop), [])
  assert.deepEqual(await stored(shop), [])
})

test('a refused upload leaves no row and no bytes', async () => {
  await using shop = await harness()

  const answers = [
    await upload(shop, fileOf('pdf', 5_000_001)),
    await upload(shop, Buffer.from('<script>alert(1)</script>'), 'harmless.pdf'),
    await shop.post('/files', undefined, { raw: new FormData() }),
  ]

  assert.deepEqual(
    answers.map(({ status, body }) => `${status} ${body.error.code}`),
    ['413 IR_36', '400 IR_36', '400 IR_33'],
  )
  assert.deepEqual(await rows(shop), [])
  assert.deepEqual(await stored(shop), [])
})

test('a process killed between the bytes and their row leaves an invisible file, which a sweep removes', async () => {
  await using shop = await harness()
  await using api = await startApi()
  const { db } = shop.services
  await db.run(
    `create function dawdle() returns trigger language plpgsql as $$
    begin perform pg_sleep(20); return new; end $$`,
    [],
  )
  await db.run(
    'create trigger dawdle before update on files for each row execute function dawdle()',
    [],
  )
  const dying = upload(api.client(shop.api_key)).catch(() => 'died')
  await until(async () => (await stored(shop)).length === 1)

  process.kill(api.pid, 'SIGKILL')
  assert.equal(await dying, 'died')
  await db.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and query like '%update files%'`,
    [],
  )
  await db.run('drop trigger dawdle on files', [])

  const [row] = (await rows(shop)) as { file_id: string; stored_at: Date | null }[]
  assert.ok(row)
  assert.equal(row.stored_at, null)
  assert.equal((await shop.get(`/files/${row.file_id}`)).status, 404)
  assert.equal((await shop.get(`/files/${row.file_id}/content`)).status, 404)
  await sweep(shop)
  assert.equal((await stored(shop)).length, 1, 'within the hour it may still be on its way')

  shop.clock.advance(HOUR_MS)
  await sweep(shop)

  assert.deepEqual(await stored(shop), [])
  assert.deepEqual(await rows(shop), [])
})

test('a file that nothing names is there for 30 days, and then it is not', async () => {
  await using shop = await harness()
  const { file_id, created, expires_at } = (await upload(shop)).body
  assert.equal(Date.parse(expires_at) - Date.parse(created), 30 * DAY_MS)

  shop.clock.advance(30 * DAY_MS - HOUR_MS)
  await sweep(shop)
  assert.equal((await shop.get(`/files/${file_id}`)).status, 200)

  shop.clock.advance(HOUR_MS)
  assert.equal((await shop.get(`/files/${file_id}`)).status, 404, 'also before the sweep')
  await sweep(shop)
  assert.deepEqual(await stored(shop), [])
  assert.deepEqual(await rows(shop), [])
})

test('while the storage is away uploads fail, removals wait for it, and nothing is lost', async () => {
  await using shop = await harness()
  const { file_id } = (await upload(shop)).body

  const [refused, deleted] = await storageAway(async () => [
    await upload(shop),
    await shop.delete(`/files/${file_id}`),
  ])

  assert.equal(`${refused.status} ${refused.body.error.code}`, '500 HE_00')
  assert.equal(deleted.status, 200)
  assert.equal((await shop.get(`/files/${file_id}`)).status, 404)
  assert.equal((await stored(shop)).length, 1)
  shop.clock.advance(HOUR_MS)
  await sweep(shop)
  assert.deepEqual(await stored(shop), [])
  assert.deepEqual(await rows(shop), [])
})

test('two workers that sweep at once take each file up once', async () => {
  await using shop = await harness()
  for (let n = 0; n < 10; n++) await upload(shop, fileOf('png', 50))
  shop.clock.advance(30 * DAY_MS)

  const taken = await Promise.all([1, 2, 3, 4].map(() => removeExpiredFiles(shop.services, 4)))

  assert.equal(
    taken.reduce((sum, count) => sum + count),
    10,
  )
  assert.deepEqual(await rows(shop), [])
})

test('an upload tried again under its Idempotency-Key is one file', async () => {
  await using shop = await harness()
  const key = { 'Idempotency-Key': 'one-upload' }

  const first = await upload(shop, fileOf('pdf', 2_000), 'a.pdf', key)
  const again = await upload(shop, fileOf('pdf', 2_000), 'a.pdf', key)
  const other = await upload(shop, fileOf('pdf', 2_001), 'a.pdf', key)
  const renamed = await upload(shop, fileOf('pdf', 2_000), 'b.pdf', key)

  assert.equal(first.status, 201)
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
  assert.equal(`${other.status} ${other.body.error.code}`, '422 IR_29')
  assert.equal(`${renamed.status} ${renamed.body.error.code}`, '422 IR_29')
  assert.equal((await stored(shop)).length, 1)
})

test('an upload that came to a halt half-way is carried on under its Idempotency-Key, as the same file', async () => {
  await using shop = await harness()
  const key = { 'Idempotency-Key': 'carried-on' }
  await storageAway(() => upload(shop, fileOf('pdf'), 'a.pdf', key))

  const again = await upload(shop, fileOf('pdf'), 'a.pdf', key)

  assert.equal(again.status, 201)
  assert.equal((await rows(shop)).length, 1)
  const content = await shop.get(`/files/${again.body.file_id}/content`)
  assert.ok(content.bytes.equals(fileOf('pdf')))
})

test('a bucket serves as well as a disk, and /health/ready reports its state', async () => {
  await using shop = await harness({ env: (await testS3()).env })
  const file = fileOf('jpeg', 5_000_000)

  const { file_id } = (await upload(shop, file)).body
  const content = await shop.get(`/files/${file_id}/content`)
  const ready = await shop.get('/health/ready')
  const deleted = await shop.delete(`/files/${file_id}`)

  assert.ok(content.bytes.equals(file))
  assert.deepEqual(ready.body, {
    status: 'ok',
    checks: { database: 'ok', queue: 'ok', storage: 'ok', pages: 'ok' },
  })
  assert.equal(deleted.status, 200)
  assert.deepEqual(await rows(shop), [])
  await assert.rejects(shop.services.storage.get(`${shop.merchant.merchant_id}/${file_id}`))
})

/** Memory that a process really holds. */
function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1_000
}

test('a hundred uploads at once, 500 MB in all, take the api less than half of that in memory', {
  skip: !existsSync('/proc/self/status'),
}, async () => {
  await using shop = await harness()
  await using api = await startApi()
  const client = api.client(shop.api_key)
  await upload(client, fileOf('pdf', 5_000_000))
  const before = residentMb(api.pid)
  const file = fileOf('pdf', 5_000_000)
  const uploads = Array.from({ length: 100 }, () => new SlowUpload(client))

  await Promise.all(
    uploads.map(async (each) => {
      await each.send(`${fieldPart('purpose', 'dispute_evidence')}${filePart()}`)
      for (let at = 0; at < file.length - 100_000; at += 100_000) {
        await each.send(file.subarray(at, at + 100_000))
      }
    }),
  )
  const during = residentMb(api.pid)
  const answers = await Promise.all(
    uploads.map(async (each) => {
      await each.send(file.subarray(-100_000))
      return each.end(`\r\n${END}`)
    }),
  )

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.ok(during - before < 250, `${before} MB before, ${during} MB during`)
})

test('uploads of a merchant are limited to two gigabytes a day, deleted files included', async () => {
  await using shop = await harness()
  const { client: other } = await shop.neighbour()
  const first = await upload(shop, fileOf('pdf', 1_000))
  await shop.delete(`/files/${first.body.file_id}`)
  const { rowCount } = await countAsUploaded(shop, 2_000_000_000 - 1_500)
  assert.equal(rowCount, 1)

  const refused = await upload(shop, fileOf('pdf', 501))
  const small = await upload(shop, fileOf('pdf', 500))
  const theirs = await upload(other, fileOf('pdf', 501))

  assert.equal(refused.status, 429)
  assert.equal(refused.body.error.code, 'RL_01')
  assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/)
  assert.equal(small.status, 201)
  assert.equal(theirs.status, 201)
  shop.clock.advance(DAY_MS)
  assert.equal((await upload(shop, fileOf('pdf', 501))).status, 201)
})

test('uploads at the same time are all counted', async () => {
  await using shop = await harness()

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => upload(shop, fileOf('pdf', 1_000))),
  )

  assert.ok(answers.every(({ status }) => status === 201))
  const [row] = await shop.services.db.run('select bytes from upload_days where merchant_id = $1', [
    shop.merchant.merchant_id,
  ])
  assert.deepEqual(row, { bytes: 10_000 })
})

test('the count of a day is deleted a week later, by the sweep of files', async () => {
  await using shop = await harness()
  await upload(shop)
  shop.clock.advance(6 * DAY_MS)
  await upload(shop)
  const days = async () => {
    const { merchant_id } = shop.merchant
    const text = 'select 1 from upload_days where merchant_id = $1'
    return (await shop.services.db.run(text, [merchant_id])).length
  }

  await runSweeps(shop)
  const before = await days()
  shop.clock.advance(2 * DAY_MS)
  await runSweeps(shop)

  assert.deepEqual([before, await days()], [2, 1])
})

/** As if so many more bytes had been uploaded today. */
async function countAsUploaded({ services, merchant }: Shop, bytes: number) {
  const rows = await services.db.run(
    'update upload_days set bytes = bytes + $2 where merchant_id = $1 returning bytes',
    [merchant.merchant_id, bytes],
  )
  return { rowCount: rows.length }
}
