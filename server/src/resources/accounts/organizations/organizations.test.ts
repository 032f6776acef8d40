// Organizations, as the operator manages them.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { openSessionOf, addUser, signedInAs } from '#testing/team.ts'

const shop = await harness()
after(() => shop.app.close())

const operator = shop.with(ADMIN_KEY)
const NOBODY = 'org_none'

async function newOrganization(organization_name = 'Holding'): Promise<string> {
  const made = await operator.post('/organizations', { organization_name })
  assert.equal(made.status, 201, made.text)
  return made.body.organization_id as string
}

async function newMerchant(body: object = {}) {
  const made = await operator.post('/accounts', { merchant_name: 'Branch', ...body })
  assert.equal(made.status, 201, made.text)
  return made.body as { merchant_id: string; organization_id: string; api_key: string }
}

describe('an organization', () => {
  test('is created empty, is read, and is renamed', async () => {
    const organization_id = await newOrganization()
    const path = `/organizations/${organization_id}`
    assert.match(organization_id, /^org_/)

    const renamed = await operator.post(path, { organization_name: 'Group' })

    assert.equal(renamed.status, 200, renamed.text)
    assert.equal(renamed.body.organization_name, 'Group')
    assert.deepEqual((await operator.get(path)).body, renamed.body)
    assert.deepEqual([renamed.body.merchant_count, renamed.body.merchants], [0, []])
  })

  test('exists once for an Idempotency-Key that is sent again', async () => {
    const headers = { 'Idempotency-Key': 'organization-1' }
    const body = { organization_name: 'Once' }
    const first = await operator.post('/organizations', body, { headers })

    const again = await operator.post('/organizations', body, { headers })

    assert.deepEqual(again.body, first.body)
  })

  test('that is unknown is not found', async () => {
    const body = { organization_name: 'Group' }
    for (const answer of [
      await operator.get(`/organizations/${NOBODY}`),
      await operator.post(`/organizations/${NOBODY}`, body),
      await operator.post('/accounts', { merchant_name: 'Branch', organization_id: NOBODY }),
      await operator.post(`/accounts/${shop.merchant.merchant_id}`, { organization_id: NOBODY }),
    ]) {
      assert.equal(`${answer.status} ${answer.body.error.code}`, '404 IR_05', answer.text)
    }
  })

  test('is managed by the operator alone', async () => {
    const admin = await signedInAs(shop, 'org_admin')
    const { organization_id } = await newMerchant()

    for (const caller of [shop, admin]) {
      const answer = await caller.get(`/organizations/${organization_id}`)
      assert.equal(`${answer.status} ${answer.body.error.code}`, '403 AU_03', answer.text)
    }
  })

  test('is in the audit log of the deployment', async () => {
    const organization_id = await newOrganization('Audited')
    await operator.post(`/organizations/${organization_id}`, { organization_name: 'Renamed' })

    const rows = await shop.services.db.run<{ action: string; fields: object }>(
      `select action, fields from audit_log where merchant_id = '' and actor = 'operator' order by audit_id desc limit 2`,
      [],
    )

    assert.deepEqual(rows, [
      {
        action: 'POST /organizations/:organization_id',
        fields: { organization_name: 'Renamed' },
      },
      { action: 'POST /organizations', fields: { organization_name: 'Audited' } },
    ])
  })
})

describe('a merchant', () => {
  test('has its own organization unless one is named', async () => {
    const alone = await newMerchant()
    const { body } = await operator.get(`/organizations/${alone.organization_id}`)
    assert.equal(body.organization_name, 'Branch')

    const organization_id = await newOrganization()
    const [first, second] = [
      await newMerchant({ organization_id }),
      await newMerchant({ organization_id }),
    ]

    assert.equal(first.organization_id, organization_id)
    const shown = (await operator.get(`/organizations/${organization_id}`)).body
    assert.equal(shown.merchant_count, 2)
    assert.deepEqual(
      shown.merchants,
      [first, second].map(({ merchant_id }) => ({
        merchant_id,
        merchant_name: 'Branch',
        status: 'active',
      })),
    )
  })

  test('moves to another organization, and its users stay', async () => {
    const organization_id = await newOrganization()
    const { merchant_id } = shop.merchant
    const admin = await signedInAs(shop, 'org_admin')
    const own = await openSessionOf(shop, await addUser(shop, 'merchant_admin'))
    const path = `/api_keys/${merchant_id}/list`
    assert.equal((await admin.get(path)).status, 200)

    const moved = await operator.post(`/accounts/${merchant_id}`, { organization_id })

    assert.equal(moved.status, 200, moved.text)
    assert.equal(moved.body.organization_id, organization_id)
    assert.equal((await admin.get(path)).body.error.code, 'AU_03')
    assert.equal((await own.get(path)).status, 200)
    const { merchants } = (await operator.get(`/organizations/${organization_id}`)).body
    assert.deepEqual(
      merchants.map((each: { merchant_id: string }) => each.merchant_id),
      [merchant_id],
    )
  })
})

test('an organization shows a hundred merchants and counts all of them', async () => {
  const organization_id = await newOrganization()
  await shop.services.db.run(
    `insert into merchants (merchant_id, merchant_name, publishable_key, organization_id, created, modified_at, version)
     select 'mer_of_' || lpad(n::text, 4, '0'), 'Branch ' || n, 'pk_of_' || n, $1, now(), now(), 1
     from generate_series(1, 130) n`,
    [organization_id],
  )

  const { merchants, merchant_count } = (await operator.get(`/organizations/${organization_id}`))
    .body

  assert.deepEqual([merchants.length, merchant_count], [100, 130])
  assert.equal(merchants[99].merchant_id, 'mer_of_0100')
})
