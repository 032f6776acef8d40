import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'

const shop = await harness()
const production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })
after(async () => {
  await shop.app.close()
  await production.app.close()
})

const { merchant_id, profile_id } = shop.merchant
const profiles = `/account/${merchant_id}/business_profile`
const HOUR_MS = 60 * 60 * 1000
let made = 0

async function newProfile(body: object = {}) {
  const answer = await shop.post(profiles, { profile_name: `shop ${++made}`, ...body })
  assert.equal(answer.status, 201, answer.text)
  return { path: `${profiles}/${answer.body.profile_id}`, profile: answer.body }
}

const settings = {
  return_url: 'https://shop.example/return',
  session_expiry: 600,
  capture_window_days: 3,
  payment_link_config: {
    seller_name: 'Shop',
    sdk_layout: 'tabs',
    allowed_payment_method_types: ['credit'],
  },
  allowed_payment_method_types: ['credit', 'debit'],
  wallet_identities: {
    apple_pay: { merchant_identifier: 'merchant.example' },
    google_pay: { merchant_id: 'BCR2DN' },
  },
  is_manual_retry_enabled: true,
  risk_rules: [
    { field: 'amount', op: 'gt', value: 100_000, action: 'review' },
    { field: 'billing_country', op: 'in', value: ['AQ', 'BV'], action: 'block' },
    { field: 'currency', op: 'ne', value: 'GBP', action: 'require_3ds' },
  ],
  card_testing_guard_config: { max_failed_per_ip: 5, max_failed_per_card: 3, window_minutes: 10 },
  dunning: { retry_days: [2, 4], final_action: 'unpaid' },
  refund_batch_time: '23:30',
  refuse_payouts_above_balance: true,
  payout_approvals: 2,
  metadata: { region: 'eu' },
}

const webhook = {
  webhook_url: 'https://shop.example/webhooks',
  enabled_events: ['payment_succeeded', 'payment_failed'],
  payment_created_enabled: true,
  payment_succeeded_enabled: false,
  payment_failed_enabled: false,
  custom_http_headers: { 'x-shop': 'berlin' },
}

/** Header values are credentials, so only their names are shown. */
const shownWebhook = { ...webhook, custom_http_headers: { 'x-shop': '****' } }

test('POST …/business_profile creates a profile with every setting and answers 201', async () => {
  const body = { profile_name: 'Shop Berlin', ...settings, webhook_details: webhook }

  const answer = await shop.post(profiles, body)

  assert.equal(answer.status, 201)
  const { webhook_details, payment_response_hash_key, ...rest } = answer.body
  const { profile_id: id, created, modified_at, ...stored } = rest
  assert.deepEqual(stored, {
    ...settings,
    profile_name: 'Shop Berlin',
    merchant_id,
    is_default: false,
  })
  const { secret_last_rotated_at, ...details } = webhook_details
  assert.deepEqual(details, shownWebhook)
  assert.match(id, /^pro_/)
  assert.match(payment_response_hash_key, /^[A-Za-z0-9]{64}$/)
  assert.equal(modified_at, created)
  assert.equal(secret_last_rotated_at, created)
})

test('GET …/business_profile/:profile_id answers the profile with its secret masked', async () => {
  const { path, profile } = await newProfile(settings)

  const answer = await shop.get(path)

  assert.equal(answer.status, 200)
  const masked = `****${profile.payment_response_hash_key.slice(-4)}`
  assert.deepEqual(answer.body, { ...profile, payment_response_hash_key: masked })
})

test('the whole secret is in the answer to the creation and in no list and no update', async () => {
  const { path, profile } = await newProfile()
  const secret: string = profile.payment_response_hash_key

  const answers = [await shop.get(profiles), await shop.post(path, { session_expiry: 60 })]

  for (const answer of answers) {
    assert.equal(answer.status, 200)
    assert.ok(!answer.text.includes(secret))
    assert.ok(answer.text.includes(`****${secret.slice(-4)}`))
  }
})

test('the secret is not stored as it is', async () => {
  const { profile } = await newProfile()
  const secret: string = profile.payment_response_hash_key

  const rows = await shop.services.db.run(
    'select 1 from profiles p where p::text like $1 or p::text like $2',
    [`%${secret}%`, `%${Buffer.from(secret).toString('hex')}%`],
  )

  assert.deepEqual(rows, [])
})

for (const [name, value] of Object.entries(settings)) {
  test(`an update of ${name} changes it and leaves the rest`, async () => {
    const { path } = await newProfile()
    const before = (await shop.get(path)).body
    shop.clock.advance(1_000)

    const answer = await shop.post(path, { [name]: value })

    assert.equal(answer.status, 200)
    const { modified_at, ...rest } = answer.body
    const { modified_at: first, ...old } = before
    assert.deepEqual(rest, { ...old, [name]: value })
    assert.ok(modified_at > first)
    assert.deepEqual((await shop.get(path)).body, answer.body)
  })
}

test('an update merges webhook_details and metadata, and null clears optional fields', async () => {
  const { path } = await newProfile({ ...settings, webhook_details: webhook })

  const answer = await shop.post(path, {
    return_url: null,
    payment_link_config: null,
    webhook_details: { webhook_url: null },
    metadata: { region: null, brand: 'b' },
  })

  assert.equal(answer.status, 200)
  assert.equal(answer.body.return_url, null)
  assert.equal(answer.body.payment_link_config, null)
  const { secret_last_rotated_at: _, ...details } = answer.body.webhook_details
  assert.deepEqual(details, { ...shownWebhook, webhook_url: null })
  assert.deepEqual(answer.body.metadata, { brand: 'b' })
})

test('profile_name is required and unique per merchant', async () => {
  const { profile, path } = await newProfile()
  const other = await newProfile()

  const missing = await shop.post(profiles, {})
  const twice = await shop.post(profiles, { profile_name: profile.profile_name })
  const renamed = await shop.post(other.path, { profile_name: profile.profile_name })
  const same = await shop.post(path, { profile_name: profile.profile_name })

  assertRefused(missing, 400, 'IR_01', 'profile_name')
  assertRefused(twice, 409, 'HE_01', 'profile_name')
  assertRefused(renamed, 409, 'HE_01', 'profile_name')
  assert.equal(same.status, 200)
})

test('a profile_name that is taken is answered with details.existing_id', async () => {
  const { profile } = await newProfile()

  const answer = await shop.post(profiles, { profile_name: profile.profile_name })

  assert.deepEqual(answer.body.error.details, { existing_id: profile.profile_id })
})

const unfit: [string, unknown, string?][] = [
  ['return_url', 'shop.example'],
  ['return_url', 'javascript:alert(1)'],
  ['session_expiry', 59],
  ['session_expiry', 86_401],
  ['capture_window_days', 0],
  ['allowed_payment_method_types', ['cash'], 'allowed_payment_method_types.0'],
  [
    'risk_rules',
    [{ field: 'card_country', op: 'ne', value: 'GB', action: 'block' }],
    'risk_rules.0.field',
  ],
  ['risk_rules', [{ field: 'mood', op: 'eq', value: 'x', action: 'block' }], 'risk_rules.0.field'],
  ['risk_rules', [{ field: 'email', op: 'is', value: 'x', action: 'block' }], 'risk_rules.0.op'],
  ['risk_rules', [{ field: 'email', op: 'eq', value: 'x', action: 'no' }], 'risk_rules.0.action'],
  ['dunning', { retry_days: [0], final_action: 'unpaid' }, 'dunning.retry_days.0'],
  ['dunning', { retry_days: [1], final_action: 'forget' }, 'dunning.final_action'],
  ['refund_batch_time', '24:00'],
  ['payout_approvals', 4],
  ['payout_approvals', -1],
  ['payout_approvals', 1.5],
  ['payout_approvals', null],
  ['webhook_details', { enabled_events: ['no'] }, 'webhook_details.enabled_events.0'],
  ['webhook_details', { custom_http_headers: { host: 'x' } }],
  ['webhook_details', { custom_http_headers: { expect: '100-continue' } }],
  ['webhook_details', { custom_http_headers: { 'keep-alive': 'timeout=1' } }],
  ['webhook_details', { custom_http_headers: { 'x-webhook-signature-512': 'x' } }],
  ['webhook_details', { secret_last_rotated_at: '2026-01-01T00:00:00Z' }],
  ['is_default', null],
  ['is_default', 'yes'],
  ['is_default', false],
  ['merchant_id', 'mer_1'],
  ['payment_response_hash_key', 'mine'],
]

for (const [name, value, field] of unfit) {
  test(`${name} ${JSON.stringify(value).slice(0, 70)} is refused with 400 IR_04`, async () => {
    const answer = await shop.post(`${profiles}/${profile_id}`, { [name]: value })

    assertRefused(answer, 400, 'IR_04', name === 'webhook_details' ? field : (field ?? name))
  })
}

const urls: [string, sandbox: 'taken' | 'refused', production: 'taken' | 'refused'][] = [
  ['https://shop.example/webhooks', 'taken', 'taken'],
  ['https://8.8.8.8/webhooks', 'taken', 'taken'],
  ['http://127.0.0.1:3000/webhooks', 'taken', 'refused'],
  ['http://localhost:3000/webhooks', 'taken', 'refused'],
  ['http://[::1]:3000/', 'taken', 'refused'],
  ['https://127.0.0.1/', 'taken', 'refused'],
  ['https://0x7f.1/', 'taken', 'refused'],
  ['http://shop.example/webhooks', 'refused', 'refused'],
  ['http://8.8.8.8/', 'refused', 'refused'],
  ['ftp://shop.example/', 'refused', 'refused'],
  ['https://user:password@shop.example/', 'refused', 'refused'],
  ['https://10.0.0.1/', 'refused', 'refused'],
  ['https://172.16.0.1/', 'refused', 'refused'],
  ['https://192.168.1.1/', 'refused', 'refused'],
  ['https://169.254.169.254/latest/meta-data', 'refused', 'refused'],
  ['https://100.64.0.1/', 'refused', 'refused'],
  ['https://0.0.0.0/', 'refused', 'refused'],
  ['https://[fd00::1]/', 'refused', 'refused'],
  ['https://[fe80::1]/', 'refused', 'refused'],
  ['https://[::ffff:10.0.0.1]/', 'refused', 'refused'],
  ['https://167772161/', 'refused', 'refused'],
  ['not a url', 'refused', 'refused'],
]

for (const [webhook_url, ...verdicts] of urls) {
  test(`the webhook address ${webhook_url}: sandbox ${verdicts.join(', production ')}`, async () => {
    for (const [n, place] of [shop, production].entries()) {
      const { merchant } = place
      const path = `/account/${merchant.merchant_id}/business_profile/${merchant.profile_id}`

      const answer = await place.post(path, { webhook_details: { webhook_url } })

      if (verdicts[n] === 'taken') {
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.body.webhook_details.webhook_url, webhook_url)
      } else assertRefused(answer, 400, 'IR_04', 'webhook_details.webhook_url')
    }
  })
}

test('POST …/rotate_webhook_secret answers a new secret, whole, and the end of the old one', async () => {
  const { path, profile } = await newProfile()

  const answer = await shop.post(`${path}/rotate_webhook_secret`, { grace_period_hours: 12 })

  assert.equal(answer.status, 200)
  const { payment_response_hash_key: secret, secret_last_rotated_at, ...rest } = answer.body
  assert.match(secret, /^[A-Za-z0-9]{64}$/)
  assert.notEqual(secret, profile.payment_response_hash_key)
  assert.match(secret_last_rotated_at, ISO_UTC)
  const until = new Date(Date.parse(secret_last_rotated_at) + 12 * HOUR_MS).toISOString()
  assert.deepEqual(rest, { profile_id: profile.profile_id, previous_secret_valid_until: until })
  const displayed = (await shop.get(path)).body
  assert.equal(displayed.payment_response_hash_key, `****${secret.slice(-4)}`)
  assert.equal(displayed.webhook_details.secret_last_rotated_at, secret_last_rotated_at)
})

test('grace_period_hours goes from 0, when the old secret ends at once, to 72', async () => {
  const path = `${(await newProfile()).path}/rotate_webhook_secret`

  const none = await shop.post(path, { grace_period_hours: 0 })
  const longest = await shop.post(path, { grace_period_hours: 72 })
  const unfitting = [-1, 73, 1.5, '12'].map((hours) =>
    shop.post(path, { grace_period_hours: hours }),
  )

  assert.equal(none.body.previous_secret_valid_until, null)
  const from = Date.parse(longest.body.secret_last_rotated_at)
  assert.equal(Date.parse(longest.body.previous_secret_valid_until), from + 72 * HOUR_MS)
  for (const answer of await Promise.all(unfitting)) {
    assertRefused(answer, 400, 'IR_04', 'grace_period_hours')
  }
})

test('DELETE deletes a profile: it is in no list and gives 404 IR_05', async () => {
  const { path, profile } = await newProfile()

  const answer = await shop.delete(path)

  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { profile_id: profile.profile_id, deleted: true })
  assertRefused(await shop.get(path), 404, 'IR_05')
  assertRefused(await shop.post(path, {}), 404, 'IR_05')
  assertRefused(await shop.delete(path), 404, 'IR_05')
  assert.ok(!(await shop.get(profiles)).text.includes(profile.profile_id))
})

test('the default profile cannot be deleted: 409 IR_16', async () => {
  const answer = await shop.delete(`${profiles}/${profile_id}`)

  assertRefused(answer, 409, 'IR_16')
  assert.equal((await shop.get(`${profiles}/${profile_id}`)).body.is_default, true)
})
