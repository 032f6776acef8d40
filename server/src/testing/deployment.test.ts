// The tools themselves: a fault that is not there is not found, and one that ends does no harm.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOperation } from './bank_proxy.ts'
import { pauseBeforeCall, pollNow } from './commit_faults.ts'
import { startDeployment } from './deployment.ts'
import { eventually } from './eventually.ts'
import { startKillablePostgres } from './killable_postgres.ts'
import { paymentBody } from './payment_body.ts'

test('an api that is paused before a call makes it when it runs again', async () => {
  await using deployment = await startDeployment()
  const api = deployment.api()

  const { answer, operation_id } = await pauseBeforeCall(deployment, api, () =>
    api.client.post('/payments', paymentBody({ payment_id: 'paused' })),
  )

  assert.ok(!deployment.proxy.requests.some(isOperation('authorize')))
  api.resume()
  assert.equal((await answer).body.status, 'succeeded')
  const log = await deployment.bank.log()
  assert.deepEqual(
    log.map((fact) => [fact.operation_id, fact.effect]),
    [[operation_id, 'charged']],
  )
})

test('a call whose answer is lost is found out by recovery as soon as it is made to look', async () => {
  await using deployment = await startDeployment()
  deployment.proxy.next(isOperation('authorize'), 'lose_answer')

  const body = paymentBody({ payment_id: 'lost' })
  const answer = await deployment.client().post('/payments', body)
  await pollNow(deployment)

  assert.equal(answer.body.status, 'processing')
  await eventually('the payment succeeds', async () => {
    const { status } = (await deployment.client().get('/payments/lost')).body
    return status === 'succeeded'
  })
})

test('a deployment with a paused process can be disposed of', async () => {
  const deployment = await startDeployment({ workers: 0 })
  await deployment.api().pause()

  await deployment[Symbol.asyncDispose]()

  assert.match(await deployment.api().ended, /ended/)
})

test('an api with a shifted clock reports the shifted time', async () => {
  await using deployment = await startDeployment({ apis: 0, workers: 0 })
  const hour_ms = 3_600_000

  const api = await deployment.startApi({ clock_shift_ms: hour_ms })
  const { time } = (await api.client.get('/health')).body

  const ahead_ms = Date.parse(time) - Date.now()
  assert.ok(Math.abs(ahead_ms - hour_ms) < hour_ms / 2, `${ahead_ms} ms ahead`)
})

test('a PostgreSQL that was killed has its data when it is started again at the same address', async () => {
  await using postgres = await startKillablePostgres()
  await using deployment = await startDeployment({
    server_url: postgres.url,
    apis: 0,
    workers: 0,
  })
  const count = 'select count(*)::int as n from merchants'
  const before = await deployment.sql(count)

  await postgres.kill9()
  await assert.rejects(deployment.sql(count))
  await postgres.restart()

  assert.deepEqual(await deployment.sql(count), before)
})

test('a bank that was killed has its log when it is started again at the same address', async () => {
  await using deployment = await startDeployment({ apis: 1, workers: 0 })
  const pay = (payment_id: string) =>
    deployment.client().post('/payments', paymentBody({ payment_id }))
  await pay('before')

  await deployment.bank.kill9()
  await assert.rejects(deployment.bank.log())
  await deployment.bank.restart()

  assert.equal((await pay('after')).body.status, 'succeeded')
  const references = (await deployment.bank.log()).map(({ reference }) => reference)
  assert.deepEqual(references, ['before', 'after'])
})
