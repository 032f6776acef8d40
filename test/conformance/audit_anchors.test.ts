// Anchors: the newest seals, stored where the database owner cannot change them.
import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import { anchorHeads } from '#resources/accounts/audit/anchor.ts'
import { compareAnchors } from '#resources/accounts/audit/compare_anchors.ts'
import { createWorkerMetrics } from '#roles/worker/metrics.ts'
import { change, findings, sealAll, SECRET, sealedShop } from '#testing/audit_trail.ts'
import { florin } from '#testing/command_line.ts'
import { computeAgain } from '#testing/forger.ts'
import { type Shop, testEnv } from '#testing/harness.ts'
import { startReceiver } from '#testing/receiver.ts'
import { testS3 } from '#testing/s3.ts'

const folder = await mkdtemp(join(tmpdir(), 'florin-anchors-'))
after(() => rm(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `anchors_${(files += 1)}`)

async function anchor(shop: Shop): Promise<void> {
  shop.clock.advance(2 * HOUR_MS)
  assert.equal(await anchorHeads(shop.services), 1)
}

/** For this merchant. */
async function compare({ services, merchant }: Shop, path: string): Promise<string[]> {
  const { read } = services.anchors.open(path)
  assert.ok(read)
  const found: string[] = []
  const each = compareAnchors(services, read())
  for (;;) {
    const { done, value } = await each.next()
    if (done) return found
    if (value.includes(merchant.merchant_id) || value.startsWith('line')) found.push(value)
  }
}

/** The tests in this file share a database, and each shop has its own clock. */
async function shopWithAnchors(env: Record<string, string>) {
  const sealed = await sealedShop(env)
  await sealed.shop.services.db.run('delete from directory.audit_anchors', [])
  return sealed
}

async function anchoredShop() {
  const path = newFile()
  const sealed = await shopWithAnchors({ FLORIN_AUDIT_ANCHOR: `file:${path}` })
  await anchor(sealed.shop)
  return { ...sealed, path }
}

/** The newest seals, and what they name: the chain that is left is a good one. */
async function cutOff(shop: Shop): Promise<void> {
  const gone = `select unnest(entry_ids) from audit_seals where merchant_id = $1 and seal_no >= 2`
  await change(shop, `delete from audit_log where merchant_id = $1 and audit_id in (${gone})`)
  await change(shop, `delete from events where merchant_id = $1 and event_id in (${gone})`)
  await change(shop, 'delete from audit_seals where merchant_id = $1 and seal_no >= 2')
}

test('an untouched trail fits its anchors, and so does one that has grown', async () => {
  await using anchored = await anchoredShop()
  const { shop, path } = anchored

  assert.deepEqual(await compare(shop, path), [])
  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop)
  await anchor(shop)

  assert.deepEqual(await compare(shop, path), [])
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
  assert.equal(lines.length, 2)
  assert.ok(lines.every((line) => line.includes(shop.merchant.merchant_id)))
})

test('newest seals that were removed with their entries are reported by the comparison', async () => {
  await using anchored = await anchoredShop()
  const { shop, path } = anchored

  await cutOff(shop)

  const [missing, ...others] = await compare(shop, path)
  assert.match(missing ?? '', /^seal 3 of mer_\w+ is missing, and was anchored at 20/)
  assert.deepEqual(others, [])
  // The limit of the chain alone, and the reason for anchors.
  assert.deepEqual(await findings(shop), [])
})

test('new seals in the place of removed ones are reported by the comparison', async () => {
  await using anchored = await anchoredShop()
  const { shop, path } = anchored

  await cutOff(shop)
  for (const name of ['Joe', 'Jim', 'Jon']) {
    await shop.post('/customers', { name })
    await sealAll(shop)
  }
  await anchor(shop)

  const [different, ...others] = await compare(shop, path)
  assert.match(different ?? '', DIFFERENT)
  assert.deepEqual(others, [])
})

test('a forged entry is reported by the doctor after each step, and by the comparison once a seal is forged', async () => {
  await using anchored = await anchoredShop()
  const { shop, path, row = '' } = anchored
  const steps: [step: () => Promise<unknown>, anchors: RegExp][] = [
    [() => change(shop, `update audit_log set actor = 'user' where merchant_id = $1`), /^$/],
    [() => computeAgain(shop, row), DIFFERENT],
    [
      () => change(shop, `update audit_seals set secret_id = 'deadbeef' where merchant_id = $1`),
      DIFFERENT,
    ],
    [() => shop.post('/customers', { name: 'Joe' }).then(() => sealAll(shop)), DIFFERENT],
  ]

  for (const [step, anchors] of steps) {
    await step()
    assert.notDeepEqual(await findings(shop), [])
    assert.match((await compare(shop, path)).join(), anchors)
  }
})

const DIFFERENT = /^seal 3 of mer_\w+ is not the one that was anchored at 20/

test('florin-server audit verify --anchor ends with 0 while the seals are there, and with 1 once one is missing', async () => {
  await using anchored = await anchoredShop()
  const { shop, path } = anchored
  const { merchant_id } = shop.merchant
  const env = await testEnv({ FLORIN_SECRET: SECRET })
  const command = ['audit', 'verify', merchant_id, '--anchor', path]
  const sound = await florin(command, env)
  await cutOff(shop)
  const cut = await florin(command, env)

  assert.equal(sound.code, 0, sound.stdout + sound.stderr)
  assert.match(sound.stdout, /1 anchor\(s\) with \d+ seal\(s\) compared/)
  assert.match(sound.stdout, /No violations\./)
  assert.equal(cut.code, 1, cut.stdout + cut.stderr)
  assert.match(cut.stdout, new RegExp(`seal 3 of ${merchant_id} is missing`))
  assert.match(cut.stdout, /There are violations/)
})

test('an anchor that was changed, or that is none, is named', async () => {
  await using anchored = await anchoredShop()
  const { shop, path } = anchored
  const text = await readFile(path, 'utf8')

  await writeFile(path, text.replace(/"time":"20../, '"time":"2020'))
  await appendFile(path, 'nothing\n')

  assert.deepEqual(await compare(shop, path), [
    'line 2 was not signed by this deployment',
    'line 3 is not an anchor',
  ])
})

test('anchors are written once per interval, by one of all workers, and the metric shows their age', async () => {
  await using anchored = await anchoredShop()
  const { shop } = anchored
  const round = () => anchorHeads(shop.services)

  shop.clock.advance(59 * MINUTE_MS)
  const early = await round()
  shop.clock.advance(2 * MINUTE_MS)
  const due = await Promise.all([round(), round(), round()])
  shop.clock.advance(30 * MINUTE_MS)

  assert.equal(early, 0)
  assert.deepEqual(due.toSorted(), [0, 0, 1])
  const metrics = await createWorkerMetrics(shop.services).registry.metrics()
  const [, age = '0'] = /^florin_audit_anchor_age_seconds ([\d.]+)$/m.exec(metrics) ?? []
  assert.ok(Number(age) >= 1_800 && Number(age) < 3_600, age)
})

test('a server gets the anchors by POST; after a refusal they are sent again a minute later', async () => {
  await using server = await startReceiver((_received, nth) => (nth === 1 ? { status: 500 } : {}))
  await using sealed = await shopWithAnchors({ FLORIN_AUDIT_ANCHOR: server.url })
  const { shop } = sealed

  const tries: number[] = []
  for (const pause_ms of [0, 10_000, 60_000]) {
    shop.clock.advance(pause_ms)
    tries.push(await anchorHeads(shop.services))
  }

  assert.deepEqual(tries, [0, 0, 1])
  assert.equal(server.received.length, 2)
  assert.ok(server.received[1]?.body.includes(shop.merchant.merchant_id))
  assert.ok(shop.log.some((line) => line.includes('could not be anchored')))
})

test('a bucket gets an object for each anchor, and the comparison reads it', async () => {
  const { env } = await testS3()
  const place = `s3://${env['FLORIN_S3_BUCKET']}/anchors`
  await using sealed = await shopWithAnchors({ ...env, FLORIN_AUDIT_ANCHOR: place })
  const { shop } = sealed
  await anchor(shop)
  await anchor(shop)
  const names = shop.log.flatMap((line) => /"anchor":"(s3:[^"]+)"/.exec(line)?.[1] ?? [])
  const [name = ''] = names
  const sound = await compare(shop, name)

  await cutOff(shop)

  assert.equal(new Set(names).size, 2)
  assert.deepEqual(sound, [])
  const [missing] = await compare(shop, name)
  assert.match(missing ?? '', /^seal 3 of mer_\w+ is missing/)
})

test('a chain that ends in a forged seal is not anchored', async () => {
  await using anchored = await anchoredShop()
  const { shop, path } = anchored
  await change(shop, `update audit_seals set secret_id = 'deadbeef' where merchant_id = $1`)
  await rm(path)

  await anchor(shop)

  assert.ok(!(await readFile(path, 'utf8')).includes(shop.merchant.merchant_id))
  assert.ok(shop.log.some((line) => line.includes('not anchored')))
})
