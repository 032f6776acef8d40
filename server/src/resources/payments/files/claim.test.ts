// A file that evidence names stays, whichever other request works on it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Update } from '#kernel/change.ts'
import { DAY_MS } from '#kernel/clock.ts'
import { Conflict } from '#kernel/commit.ts'
import { type Context, NOBODY } from '#kernel/context.ts'
import { randomIds } from '#kernel/ids.ts'
import { fileOf, upload } from '#testing/files.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { claimFiles } from './claim.ts'
import { removeExpiredFiles } from './delete.ts'
import { releaseFiles } from './release.ts'

function contextOf({ services, merchant: { merchant_id } }: Shop): Context {
  const caller = { ...NOBODY, scopes: ['*'] }
  return { ...services, ...randomIds, merchant_id, now: services.clock.now(), caller }
}

async function commit({ services }: Shop, writes: Update[]): Promise<void> {
  await services.commit(...writes)
}

async function claim(
  shop: Shop,
  by: string,
  named: Record<string, string>,
  before: string[] = [],
): Promise<void> {
  await commit(
    shop,
    await claimFiles(contextOf(shop), { by, named: Object.entries(named), before }),
  )
}

async function newFile(shop: Shop): Promise<string> {
  return (await upload(shop, fileOf('png', 100))).body.file_id as string
}

test('a file that is named does not expire and cannot be deleted', async () => {
  await using shop = await harness()
  const file_id = await newFile(shop)

  await claim(shop, 'dp_1', { receipt: file_id })

  const deleted = await shop.delete(`/files/${file_id}`)
  assert.equal(`${deleted.status} ${deleted.body.error.code}`, '409 IR_16')
  assert.deepEqual(deleted.body.error.details, { referenced_by: ['dp_1'] })
  assert.equal((await shop.get(`/files/${file_id}`)).body.expires_at, null)
  shop.clock.advance(400 * DAY_MS)
  await removeExpiredFiles(shop.services, 100)
  assert.equal((await shop.get(`/files/${file_id}/content`)).status, 200)
})

test('a file released by its last reference has thirty days again', async () => {
  await using shop = await harness()
  const [stored, dropped, shared] = [await newFile(shop), await newFile(shop), await newFile(shop)]
  await claim(shop, 'dp_1', { receipt: stored, refund_policy: dropped, uncategorized_file: shared })
  await claim(shop, 'dp_2', { receipt: shared })
  shop.clock.advance(100 * DAY_MS)

  await claim(shop, 'dp_1', { receipt: stored }, [stored, dropped, shared])

  const expiry = async (id: string) => (await shop.get(`/files/${id}`)).body.expires_at
  assert.equal(await expiry(stored), null)
  assert.equal(await expiry(shared), null)
  const days = (Date.parse(await expiry(dropped)) - shop.clock.now().getTime()) / DAY_MS
  assert.equal(Math.round(days), 30)
  assert.equal((await shop.delete(`/files/${dropped}`)).status, 200)
  assert.equal((await shop.delete(`/files/${shared}`)).status, 409)
})

test('a claim that changes nothing writes nothing, even when two fields name one file', async () => {
  await using shop = await harness()
  const file_id = await newFile(shop)
  const named = { receipt: file_id, service_documentation: file_id }
  await claim(shop, 'dp_1', named)

  const again = await claimFiles(contextOf(shop), {
    by: 'dp_1',
    named: Object.entries(named),
    before: [file_id],
  })

  assert.deepEqual(again, [])
})

test('a file that is unknown, deleted, expired or a neighbour’s is refused with the field that names it', async () => {
  await using shop = await harness()
  const { client } = await shop.neighbour()
  const theirs = (await upload(client)).body.file_id as string
  const expired = await newFile(shop)
  shop.clock.advance(30 * DAY_MS)
  const deleted = await newFile(shop)
  await shop.delete(`/files/${deleted}`)
  const good = await newFile(shop)

  for (const file_id of ['file_unknown', '', theirs, expired, deleted]) {
    const refused = claim(shop, 'dp_1', { receipt: good, refund_policy: file_id })
    await assert.rejects(refused, {
      code: 'IR_04',
      message: `There is no file with the id ${file_id}.`,
      parts: { field: 'refund_policy' },
    })
  }
  assert.notEqual((await shop.get(`/files/${good}`)).body.expires_at, null)
})

test('of a claim and a deletion that meet, one wins: a named file is never gone', async () => {
  await using shop = await harness()

  for (let round = 0; round < 20; round++) {
    const file_id = await newFile(shop)
    const [claimed, deleted] = await Promise.all([
      claim(shop, 'dp_1', { receipt: file_id }).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof Conflict || (error as { code?: string }).code === 'IR_04')
          return false
        },
      ),
      shop.delete(`/files/${file_id}`),
    ])
    assert.equal(deleted.status, claimed ? 409 : 200)
    assert.equal((await shop.get(`/files/${file_id}/content`)).status, claimed ? 200 : 404)
  }
})

test('of a claim and a sweep that meet, one wins', async () => {
  await using shop = await harness()
  for (let round = 0; round < 10; round++) {
    const file_id = await newFile(shop)
    // Decided while the file was there, committed when its time is over.
    const writes = await claimFiles(contextOf(shop), {
      by: 'dp_1',
      named: [['receipt', file_id]],
      before: [],
    })
    shop.clock.advance(30 * DAY_MS)

    const [claimed] = await Promise.all([
      commit(shop, writes).then(
        () => true,
        () => false,
      ),
      removeExpiredFiles(shop.services, 100),
    ])

    assert.equal((await shop.get(`/files/${file_id}/content`)).status, claimed ? 200 : 404)
  }
})

test('files of one object are removed with their bytes, a file that another object names too is not', async () => {
  await using shop = await harness()
  const [own, shared] = [await newFile(shop), await newFile(shop)]
  await claim(shop, 'dp_1', { receipt: own, refund_policy: shared })
  await claim(shop, 'dp_2', { receipt: shared })

  const { writes, after } = await releaseFiles(contextOf(shop), 'dp_1', [own, shared])
  await commit(shop, writes)
  await after()

  assert.equal((await shop.get(`/files/${own}`)).status, 404)
  const { merchant_id } = shop.merchant
  await assert.rejects(shop.services.storage.get(`${merchant_id}/${own}`))
  assert.equal((await shop.get(`/files/${shared}/content`)).status, 200)
  const deleted = await shop.delete(`/files/${shared}`)
  assert.deepEqual(deleted.body.error.details, { referenced_by: ['dp_2'] })
})
