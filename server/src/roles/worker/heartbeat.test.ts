import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#testing/database.ts'
import { harness } from '#testing/harness.ts'
import { migrateEngine } from './engine.ts'
import { startHeartbeat } from './heartbeat.ts'

test('a worker without a heartbeat is removed, and its jobs in the engine are unlocked', async () => {
  await migrateEngine(await testDatabase())
  await using shop = await harness()
  const { db } = shop.services
  await db.run(`select florin_jobs.add_job('forget_old_answers')`, [])
  await db.run(
    `update florin_jobs._private_jobs set locked_by = 'pool-dead', locked_at = now()`,
    [],
  )
  await db.run(
    `insert into workers values ('pool-dead', now(), now() - interval '9 seconds'),
       ('pool-alive', now(), now() - interval '7 seconds')`,
    [],
  )

  const heartbeat = await startHeartbeat(shop.services, 'pool-mine')

  const workers = await db.run(`select worker_id from workers order by 1`, [])
  assert.deepEqual(workers, [{ worker_id: 'pool-alive' }, { worker_id: 'pool-mine' }])
  const [job] = await db.run(`select locked_by, locked_at from florin_jobs._private_jobs`, [])
  assert.deepEqual(job, { locked_by: null, locked_at: null })
  await heartbeat.stop()
  const left = await db.run(`select worker_id from workers`, [])
  assert.deepEqual(left, [{ worker_id: 'pool-alive' }])
})
