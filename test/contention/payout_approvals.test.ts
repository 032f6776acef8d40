// Approvals, a fulfill and everything that takes an approval away, at the same time. Two api processes; the bank's
// own log is the judge.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { blockedConnections, withTableLocked } from '#testing/commit_faults.ts'
import { assertNoServerError, tally } from '#testing/contention.ts'
import type { Answer, Client } from '#testing/client.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { addUser, openSessionOf } from '#testing/team.ts'
import { create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import { changeRole, removeUser } from '../support/team_users.ts'

let deployment: Deployment
let profile = ''

before(async () => {
  deployment = await startDeployment({ apis: 2, workers: 1 })
  const { merchant_id, profile_id } = deployment.merchant
  profile = `/account/${merchant_id}/business_profile/${profile_id}`
})

after(async () => deployment[Symbol.asyncDispose]())

interface Person {
  readonly email: string
  /** Signed in at each api. */
  at(api: number): Client
}

async function person(role = 'merchant_operator'): Promise<Person> {
  const { services, merchant } = deployment
  const user = await addUser(deployment, role)
  const { session = '' } = await openSessionOf(
    { services, merchant, as: (token) => deployment.client().as(token) },
    user,
  )
  return { email: user.email, at: (api) => deployment.client(api).as(session) }
}

async function requireApprovals(payout_approvals: number): Promise<void> {
  const answer = await deployment.client().post(profile, { payout_approvals })
  assert.equal(answer.status, 200, answer.text)
}

const newPayout = async () => (await create(deployment.client(), toBank())).body.payout_id as string

const approve = (payout_id: string, client: Client) =>
  client.post(`/payouts/${payout_id}/approve`, {})

const fulfill = (payout_id: string, api: number) =>
  deployment.client(api).post(`/payouts/${payout_id}/fulfill`, {})

/** Repeats the request while approvals are missing. */
async function fulfillUntilSent(payout_id: string, api: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let tries = 0; tries < 200 && (answers.at(-1)?.status ?? 422) === 422; tries++) {
    answers.push(await fulfill(payout_id, api))
  }
  return answers
}

async function transfers(payout_id: string): Promise<number> {
  const facts = await deployment.bank.log()
  return facts.filter(({ effect, reference }) => effect === 'paid_out' && reference === payout_id)
    .length
}

test('two users and four callers who fulfill at once: sent once, and only with both approvals on record', async (t) => {
  await requireApprovals(2)
  const [ada, grace] = [await person(), await person()]
  for (let round = 0; round < 5; round++) {
    const payout_id = await newPayout()

    const started = performance.now()
    const fulfills = Array.from({ length: 4 }, (_, n) => fulfillUntilSent(payout_id, n % 2))
    const approvals = [approve(payout_id, ada.at(0)), approve(payout_id, grace.at(1))]
    const answers = (await Promise.all(fulfills)).flat()
    const approved = await Promise.all(approvals)
    const ms = Math.round(performance.now() - started)

    for (const { status, text } of approved) assert.equal(status, 200, text)
    assertNoServerError(tally(answers), ms)
    for (const { status, body } of answers) {
      if (status === 200) assert.equal(body.approvals.length, 2)
    }
    assert.equal(await transfers(payout_id), 1)
    if (round === 0) t.diagnostic(JSON.stringify(tally(answers)))
  }
})

/** Each takes the payout's only approval away, while a fulfill that counted it waits to commit. */
const withdrawals: Record<string, (payout_id: string, approver: Person) => Promise<unknown>> = {
  'the approver is removed': async (_, { email }) =>
    removeUser((await person('merchant_admin')).at(1), email),
  'the approver gets a role that cannot send payouts': async (_, { email }) =>
    changeRole((await person('merchant_admin')).at(1), email, 'merchant_view_only'),
  'the profile asks for one more': () => requireApprovals(2),
  'the payout gets another account': (payout_id) =>
    deployment.client(1).put(`/payouts/${payout_id}`, toBank()),
}

/** Runs the withdrawal while the fulfill's commit waits inside PostgreSQL. */
async function withdrawDuring<T>(
  { payout_id, sent }: { payout_id: string; sent: () => Promise<T> },
  withdraw: (payout_id: string) => Promise<unknown>,
  then: () => Promise<void> = async () => undefined,
): Promise<{ sent: Promise<T> }> {
  return withTableLocked(deployment, 'operations', async () => {
    const answer = sent()
    answer.catch(() => undefined)
    await eventually('the fulfill waits with its commit', async () => {
      return (await blockedConnections(deployment, deployment.api(0), 'operations')).length > 0
    })
    await withdraw(payout_id)
    await then()
    return { sent: answer }
  })
}

for (const [name, withdraw] of Object.entries(withdrawals)) {
  test(`${name} while a fulfill commits: nothing is sent`, async () => {
    await requireApprovals(1)
    const approver = await person()
    const payout_id = await newPayout()
    await approve(payout_id, approver.at(0))

    const { sent } = await withdrawDuring({ payout_id, sent: () => fulfill(payout_id, 0) }, (id) =>
      withdraw(id, approver),
    )

    const { status, body } = await sent
    assert.equal(`${status} ${body.error?.code}`, '422 IR_29')
    assert.equal(body.error.details.approvals_missing, 1)
    assert.equal(await transfers(payout_id), 0)
  })
}

// The last test: it ends an api.
test('the api is killed while its fulfill commits and the approver is removed: nothing is sent, then or later', async () => {
  await requireApprovals(1)
  const approver = await person()
  const payout_id = await newPayout()
  await approve(payout_id, approver.at(0))
  const admin = (await person('merchant_admin')).at(1)

  const { sent } = await withdrawDuring(
    { payout_id, sent: () => fulfill(payout_id, 0) },
    () => removeUser(admin, approver.email),
    () => deployment.api(0).kill9(),
  )
  await assert.rejects(sent)

  const refused = await fulfill(payout_id, 1)
  assert.equal(`${refused.status} ${refused.body.error?.code}`, '422 IR_29')
  assert.equal(await transfers(payout_id), 0)
  await approve(payout_id, (await person()).at(1))
  assert.equal((await fulfill(payout_id, 1)).body.status, 'success')
  assert.equal(await transfers(payout_id), 1)
})
