// The filters of /payments/list by card, decline reason, refund and dispute, and the search's terms that serve long lists.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { indexNow } from '#testing/search.ts'
import { DISPUTE_DELAY_MS, disputed, FRAUDULENT } from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, DECLINED, pay, payingShop } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)

const shop = await payingShop()
after(() => shop.app.close())
const LIST = '/payments/list'
const NO_FUNDS = '4000000000009995'

await pay(shop, APPROVED, { payment_id: 'paid' })
await pay(shop, APPROVED, { payment_id: 'refunded' })
await shop.post('/refunds', { payment_id: 'refunded', amount: 1 })
await pay(shop, DECLINED, { payment_id: 'declined' })
await pay(shop, NO_FUNDS, { payment_id: 'unfunded' })
await disputed(shop, FRAUDULENT, { payment_id: 'disputed' })

const codeOf = async (payment_id: string) =>
  (await shop.get(`/payments/${payment_id}`)).body.unified_code as string
const [declined, unfunded] = [await codeOf('declined'), await codeOf('unfunded')]

const idsOf = ({ status, text, body }: Answer): string[] => {
  assert.equal(status, 200, text)
  return body.data.map(({ payment_id }: { payment_id: string }) => payment_id)
}

const filters: [what: string, query: Record<string, string | boolean>, ids: string[]][] = [
  ['the last four digits', { last4: '4242' }, ['refunded', 'paid']],
  ['four digits of no card', { last4: '1111' }, []],
  ['a decline reason', { unified_code: declined }, ['declined']],
  ['several reasons', { unified_code: `${declined},${unfunded}` }, ['unfunded', 'declined']],
  ['refunded ones', { is_refunded: true }, ['refunded']],
  ['not refunded ones', { is_refunded: false, last4: '4242' }, ['paid']],
  ['disputed ones', { is_disputed: true }, ['disputed']],
  ['undisputed ones', { is_disputed: false, status: 'succeeded' }, ['refunded', 'paid']],
]

for (const [what, query, ids] of filters) {
  test(`payments are filtered by ${what}, by GET and by POST`, async () => {
    const text = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) text.set(name, String(value))

    assert.deepEqual(idsOf(await shop.get(`${LIST}?${text.toString()}`)), ids)
    assert.deepEqual(idsOf(await shop.post(LIST, query)), ids)
  })
}

test('values that no payment can have are refused', async () => {
  for (const [field, value] of [
    ['last4', '424'],
    ['last4', 'abcd'],
    ['unified_code', 'UE_0000'],
    ['is_refunded', 'perhaps'],
  ] as const) {
    assertRefused(await shop.get(`${LIST}?${field}=${value}`), 400, 'IR_04', field)
  }
})

test('the search marks declined, refunded and disputed payments, and no word finds a mark', async () => {
  await indexNow(shop.services)

  const rows = await shop.services.db.run(
    `select object_id, term from search_terms where merchant_id = $1 and kind = 'payment'
      and term like '=%' order by object_id, term`,
    [shop.merchant.merchant_id],
  )
  assert.deepEqual(
    rows.map((row) => Object.values(row as Record<string, string>)),
    [
      ['declined', `=${declined.toLowerCase()}`],
      ['disputed', '=disputed'],
      ['refunded', '=refunded'],
      ['unfunded', `=${unfunded.toLowerCase()}`],
    ],
  )
  const found = await shop.get('/search?q=%3Drefunded')
  assert.deepEqual(
    found.body.data.map(({ id }: { id: string }) => id),
    ['refunded'],
  )
})
