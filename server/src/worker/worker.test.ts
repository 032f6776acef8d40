import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs } from '../kernel/clock.ts'
import { claimDueOperations } from '../operations/find.ts'
import { testBank } from '../testing/bank.ts'
import { harness } from '../testing/harness.ts'
import { startWorker } from '../testing/worker_process.ts'

test('two workers that start at once on a fresh database both come up, and both stop on SIGTERM', async () => {
  const { env } = await testBank()

  const workers = await Promise.all([startWorker(env), startWorker(env)])
  await Promise.all(workers.map((worker) => worker.stop()))

  for (const worker of workers) assert.equal(await worker.ended, 'the worker process ended: 0')
})

test('an operation that is due is given to one of many that ask at once, and comes up again later', async () => {
  await using shop = await harness()
  const { db } = shop.services
  await db.run(
    `insert into operations select $1, 'op_' || n, 'pay_' || n, 'authorize', 'sent', 100, 'EUR', 'none', null,
       '{}', null, null, null, now(), now() - interval '1 second', 0, null, 1 from generate_series(1, 100) n`,
    [shop.merchant.merchant_id],
  )

  const now = shop.clock.now()
  const asked = Array.from({ length: 8 }, () => claimDueOperations(db, now, 30))
  const given = (await Promise.all(asked)).flat().map((row) => row.operation_id)
  const rest = await claimDueOperations(db, now, 100)
  const later = await claimDueOperations(db, addMs(now, 31_000), 1000)

  assert.equal(new Set(given).size, given.length)
  assert.equal(given.length + rest.length, 100)
  assert.equal(later.length, 100)
})
