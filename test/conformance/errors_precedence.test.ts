import { after, test } from 'node:test'
import type { errors } from '#errors.ts'
import type { Answer } from '#testing/client.ts'
import { EVIDENCE, fileOf, formOf } from '#testing/files.ts'
import { harness } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { overTheLimit, assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop, sale } from '../support/paying.ts'

// Unknown URL and method; key; rate limit; scope; body and fields, a missing one before an invalid one; existence;
// state and conflict. Each request here has several faults and is answered with the first.

const shop = await harness()
const tight = await harness({ env: { FLORIN_PUBLISHABLE_RATE_LIMIT: '1' } })
after(async () => {
  await shop.app.close()
  await tight.app.close()
})

const payer = await payingShop()
after(() => payer.app.close())
const succeeded = `/payments/${(await pay(payer, APPROVED)).body.payment_id}`
const good = withCard(APPROVED)
const expired = withCard(APPROVED, { card_exp_year: '2020' })
const confirmed = { ...sale, confirm: true, ...expired }

const broken = { raw: '{"broken' }
const tooLarge = { raw: JSON.stringify({ description: 'x'.repeat(262_144) }) }
const readOnly = await shop.keyWith('customers:read')
const stranger = shop.with(undefined)
const theirs = await shop.neighbour()
const theirProfiles = `/account/${theirs.merchant.merchant_id}/business_profile`
const theirKeys = `/api_keys/${theirs.merchant.merchant_id}`
const used = { headers: { 'Idempotency-Key': 'used' } }
await shop.post('/customers', {}, used)
const form = (fields: object, file?: Buffer) => ({ raw: formOf({ ...fields }, file) })
const unknownProfile = { headers: { 'X-Profile-Id': 'pro_no' } }
const oldVersion = { 'X-Api-Version': '1999-01-01' }

const faults: [string, number, keyof typeof errors, () => Promise<Answer>][] = [
  [
    'unknown URL, missing key and broken body',
    404,
    'IR_02',
    () => stranger.post('/nowhere', undefined, broken),
  ],
  [
    'impossible method, missing key and broken body',
    405,
    'IR_03',
    () => stranger.put('/customers/nobody', undefined, broken),
  ],
  [
    'missing key, broken body and unknown customer',
    401,
    'AU_01',
    () => stranger.post('/customers/nobody', undefined, broken),
  ],
  [
    'invalid key, unknown version and unknown customer',
    401,
    'AU_01',
    () => shop.with('snd_no').get('/customers/nobody', { headers: oldVersion }),
  ],
  [
    'rate limit exceeded, publishable key and broken body',
    429,
    'RL_01',
    () =>
      overTheLimit(() =>
        tight.with(tight.merchant.publishable_key).post('/customers', undefined, broken),
      ),
  ],
  [
    'missing scope, broken body and unknown customer',
    403,
    'AU_03',
    () => readOnly.post('/customers/nobody', undefined, broken),
  ],
  [
    'missing scope, unknown version and too large a body',
    403,
    'AU_03',
    () => readOnly.post('/customers', undefined, { ...tooLarge, headers: oldVersion }),
  ],
  [
    'body too large, not JSON and for an unknown customer',
    413,
    'IR_07',
    () => shop.post('/customers/nobody', undefined, { raw: '{'.repeat(262_145) }),
  ],
  [
    'body too large, of the wrong type and for an unknown customer',
    413,
    'IR_07',
    () =>
      shop.post('/customers/nobody', undefined, {
        ...tooLarge,
        headers: { 'Content-Type': 'text/plain' },
      }),
  ],
  [
    'body not JSON, unknown customer and a used Idempotency-Key',
    400,
    'IR_06',
    () => shop.post('/customers/nobody', undefined, { ...broken, ...used }),
  ],
  [
    'missing field, invalid field and another merchant in the path',
    400,
    'IR_01',
    () => shop.post(theirKeys, { scopes: ['no'] }),
  ],
  [
    'invalid field, unknown customer and a used Idempotency-Key',
    400,
    'IR_04',
    () => shop.post('/customers/nobody', { email: 'no' }, used),
  ],
  [
    'missing header X-Profile-Id, missing scope and broken body',
    403,
    'AU_03',
    () => readOnly.post('/subscriptions/plans', undefined, broken),
  ],
  [
    'missing header X-Profile-Id and broken body',
    400,
    'IR_06',
    () => shop.post('/subscriptions/plans', undefined, broken),
  ],
  [
    'missing header X-Profile-Id, invalid field and unknown plan',
    400,
    'IR_01',
    () => shop.post('/subscriptions/plans/nobody', { name: 7 }),
  ],
  [
    'invalid field, unknown profile and unknown plan',
    400,
    'IR_04',
    () => shop.post('/subscriptions/plans/nobody', { name: 7 }, unknownProfile),
  ],
  [
    'fields that exclude each other, unknown profile and a code that is taken',
    400,
    'IR_04',
    () =>
      shop.post(
        '/subscriptions/coupons',
        { coupon_code: 'x', percent_off: 1, currency: 'EUR', duration: 'once' },
        unknownProfile,
      ),
  ],
  [
    'file of another kind, missing purpose and an unknown field',
    400,
    'IR_36',
    () => shop.post('/files', undefined, form({ odd: 1 }, Buffer.from('GIF89a'))),
  ],
  [
    'missing file, missing purpose and an unknown field',
    400,
    'IR_33',
    () => shop.post('/files', undefined, form({ odd: 1 })),
  ],
  [
    'unknown purpose, an unknown field and a used Idempotency-Key',
    400,
    'IR_35',
    () =>
      shop.post('/files', undefined, { ...form({ purpose: 'x', odd: 1 }, fileOf('pdf')), ...used }),
  ],
  [
    'unknown field of a form and a used Idempotency-Key',
    400,
    'IR_04',
    () =>
      shop.post('/files', undefined, { ...form({ ...EVIDENCE, odd: 1 }, fileOf('pdf')), ...used }),
  ],
  [
    'another merchant in the path and a name that is taken',
    404,
    'IR_05',
    () => shop.post(theirProfiles, { profile_name: 'Neighbour' }),
  ],
  [
    'malformed Idempotency-Key and an id that no customer can have',
    400,
    'IR_04',
    () => shop.delete('/customers/no%20id', { headers: { 'Idempotency-Key': 'two words' } }),
  ],
  [
    'payment without billing, with an expired card and for an unknown profile',
    400,
    'IR_01',
    () => payer.post('/payments', { ...confirmed, billing: undefined, profile_id: 'pro_no' }),
  ],
  [
    'payment with an incomplete shipping address and a type of another method',
    400,
    'IR_01',
    () => payer.post('/payments', { ...sale, shipping: {}, ...good, payment_method_type: 'ideal' }),
  ],
  [
    'payment with an expired card, for an unknown customer and profile',
    400,
    'IR_04',
    () => payer.post('/payments', { ...confirmed, customer_id: 'nobody', profile_id: 'pro_no' }),
  ],
  [
    'confirmation of an unknown payment with an expired card',
    400,
    'IR_04',
    () => payer.post('/payments/pay_no/confirm', expired),
  ],
  [
    'confirmation of a succeeded payment with an expired card',
    400,
    'IR_04',
    () => payer.post(`${succeeded}/confirm`, expired),
  ],
  [
    'update of a succeeded payment with an expired card',
    400,
    'IR_04',
    () => payer.post(succeeded, expired),
  ],
  [
    'capture of more than is left, of a succeeded payment',
    409,
    'IR_16',
    () => payer.post(`${succeeded}/capture`, { amount_to_capture: 2 * sale.amount }),
  ],
]

for (const [what, status, code, act] of faults) {
  test(`precedence: ${what} answers ${code}`, async () => {
    const answer = await act()

    assertRefused(answer, status, code)
  })
}
