// Payout: stored methods, and numbers that cannot be read back.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { act, create, everyRow, assertPayoutStatus } from '../support/paying_out.ts'
import { cardTo, ibanEnding, money, toBank } from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

describe('stored payout methods', () => {
  const card_number = '5105105105105100'

  test('recurring: the method of a payout that succeeded is saved, and payout_method_id pays it again', async () => {
    const first = await create(shop, { ...toBank(), recurring: true, customer: { name: 'Ada' } })
    const paid = await act(shop, first, 'fulfill')
    const { payout_method_id, customer_id } = paid.body
    assert.match(payout_method_id, /^pom_/)

    const again = await create(shop, { payout_method_id })

    assert.equal(again.body.customer_id, customer_id)
    assert.equal(again.body.payout_type, 'bank')
    assert.deepEqual(again.body.payout_method_data, paid.body.payout_method_data)
    assertPayoutStatus(await act(shop, again, 'fulfill'), 'success')
  })

  test('payout_token: a stored payout method reference, instead of payout_method_data', async () => {
    const first = await create(shop, { ...toBank(), recurring: true })
    const { payout_method_id } = (await act(shop, first, 'fulfill')).body

    const again = await create(shop, { payout_token: payout_method_id })

    assertPayoutStatus(await act(shop, again, 'fulfill'), 'success')
    assertRefused(
      await shop.post('/payouts/create', { ...money, ...toBank(), payout_token: payout_method_id }),
      400,
      'IR_04',
      'payout_token',
    )
  })

  test('payout_token: a card that a browser turned into a token pays once', async () => {
    const card = { card_number, card_exp_month: '12', card_exp_year: '2099', card_cvc: '123' }
    const payout_token = (await shop.post('/tokens', { card })).body.token

    const made = await create(shop, { payout_type: 'card', payout_token })

    assert.equal(made.body.payout_method_data.card.last4, '5100')
    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
    assertRefused(
      await shop.post('/payouts/create', { ...money, payout_token }),
      400,
      'IR_04',
      'payout_token',
    )
  })

  test('a method of another customer, an unknown one, and one whose customer was deleted are refused', async () => {
    const first = await create(shop, { ...toBank(), recurring: true, customer: { id: 'owner' } })
    const { payout_method_id } = (await act(shop, first, 'fulfill')).body
    const other = { ...money, payout_method_id, customer: { id: 'somebody_else' } }

    assertRefused(await shop.post('/payouts/create', other), 400, 'IR_04', 'payout_method_id')
    const unknown = { ...money, payout_method_id: 'pom_unknown' }
    assertRefused(await shop.post('/payouts/create', unknown), 404, 'IR_05')
    await shop.delete('/customers/owner')
    assertRefused(await shop.post('/payouts/create', { ...money, payout_method_id }), 404, 'IR_05')
  })
})

test('no account number is readable in any table, log or event, whatever became of the payout', async () => {
  const numbers = ['987650001234', '6011000990139424', ibanEnding('4321')]
  const methods = [
    {
      payout_type: 'bank',
      payout_method_data: {
        bank_transfer: {
          payout_method_type: 'ach',
          bank_account_number: numbers[0],
          bank_routing_number: '110000000',
        },
      },
    },
    { payout_type: 'card', payout_method_data: { card: { ...cardTo, card_number: numbers[1] } } },
    {
      payout_type: 'bank',
      payout_method_data: {
        bank_transfer: { payout_method_type: 'sepa', iban: numbers[2], bic: 'COBADEFFXXX' },
      },
    },
  ]
  for (const method of methods) {
    const headers = {
      'Idempotency-Key': `marked-${method.payout_type}-${numbers.length}-${methods.indexOf(method)}`,
    }
    const body = {
      ...money,
      ...method,
      recurring: true,
      source_bank_data: methods[2]?.payout_method_data.bank_transfer,
    }
    const made = await shop.post('/payouts/create', body, { headers })
    assert.equal(made.status, 201, made.text)
    await act(shop, made, 'confirm')
    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
    const dropped = await create(shop, method)
    await act(shop, dropped, 'cancel')
    await create(shop, method)
  }

  const everything = `${await everyRow(shop)}\n${shop.log.join('\n')}`

  for (const number of numbers)
    assert.ok(!everything.includes(number ?? ''), `${number} is readable`)
  assert.ok(everything.includes('****4321'), 'the search would find something')
})

test('a finished payout leaves nothing in the vault but saved methods', async () => {
  const boxes = async () => {
    const [row] = await shop.services.db.run<{ n: number }>(
      'select count(*)::int as n from vault where merchant_id = $1',
      [shop.merchant.merchant_id],
    )
    return row?.n ?? 0
  }
  const before = await boxes()

  assertPayoutStatus(await act(shop, await create(shop, toBank()), 'fulfill'), 'success')
  assertPayoutStatus(await act(shop, await create(shop, toBank()), 'cancel'), 'cancelled')
  assertPayoutStatus(await act(shop, await create(shop, toBank('0002')), 'fulfill'), 'failed')
  assertPayoutStatus(await act(shop, await create(shop, toBank('0035')), 'fulfill'), 'ineligible')
  assert.equal(await boxes(), before)

  assertPayoutStatus(
    await act(shop, await create(shop, { ...toBank(), recurring: true }), 'fulfill'),
    'success',
  )
  assert.equal(await boxes(), before + 1)
})
