// What merchants and customers do with payments.
import {
  caller,
  type Game,
  type Known,
  ask,
  count,
  pick,
  type Play,
  type Roll,
} from './simulation_game.ts'

const cards = [
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '4000000000009235',
  '4000003800000446',
  '4000002500003155',
  '4000000000003055',
  '4000000000003063',
  '4000000000009995',
  '4000000000000119',
  '4000008400001629',
  '4000000000007726',
  '4000000000005126',
  '4000000000000259',
  '4000000000002685',
  '4000000000001976',
]

function cardOf(roll: Roll) {
  return {
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: {
      card: {
        card_number: pick(roll, cards),
        card_exp_month: '12',
        card_exp_year: '2099',
        card_cvc: '123',
      },
    },
  }
}

const billing = {
  address: {
    line1: '12 Mill Lane',
    city: 'Leeds',
    state: 'West Yorkshire',
    zip: 'LS1 4AP',
    country: 'GB',
    first_name: 'Ada',
    last_name: 'King',
  },
  phone: { number: '7700900123', country_code: '+44' },
}

function newPayment(game: Game, roll: Roll) {
  game.made += 1
  const confirm = roll() < 0.7
  return {
    payment_id: `sim_${game.made}`,
    amount: 1 + Math.floor(roll() * 10_000),
    currency: pick(roll, ['EUR', 'USD', 'JPY']),
    capture_method: pick(roll, ['automatic', 'automatic', 'manual', 'manual_multiple']),
    ...(roll() < 0.2 ? { authentication_type: 'three_ds' } : {}),
    confirm,
    billing,
    return_url: 'https://shop.example/return',
    ...(confirm || roll() < 0.5 ? cardOf(roll) : {}),
  }
}

export async function create(game: Game, roll: Roll): Promise<void> {
  const merchant = Math.floor(roll() * 2)
  const body = newPayment(game, roll)
  const { payment_id } = body
  game.known.push({ payment_id, merchant })
  const dieOfTwins = roll()
  if (dieOfTwins < 0.15) {
    // The same id from two hands: one of them makes it.
    await Promise.all([
      ask(game, merchant, () => caller(game, roll, merchant).post('/payments', body)),
      ask(game, merchant, () => caller(game, roll, merchant).post('/payments', body)),
    ])
  } else if (dieOfTwins < 0.3) await createUnderKey(game, roll, merchant, body)
  else await ask(game, merchant, () => caller(game, roll, merchant).post('/payments', body))
}

/** The same request three times under one key: what succeeds is one answer. */
async function createUnderKey(game: Game, roll: Roll, merchant: number, body: object) {
  const headers = { 'Idempotency-Key': `key-${game.made}` }
  const send = () =>
    ask(game, merchant, () => caller(game, roll, merchant).post('/payments', body, { headers }))
  const answers = [...(await Promise.all([send(), send()])), await send()]
  const texts = new Set(answers.filter((each) => each?.status === 200).map((each) => each?.text))
  if (texts.size > 1) game.problems.push(`two answers under one key: ${[...texts].join(' | ')}`)
}

const act =
  (verb: string, body: (roll: Roll) => object): Play =>
  (game, roll, one) =>
    ask(game, one.merchant, () =>
      caller(game, roll, one.merchant).post(`/payments/${one.payment_id}${verb}`, body(roll)),
    )

async function visitPage(game: Game, roll: Roll, one: Known): Promise<void> {
  if (one.page === undefined) return
  const choice = pick(roll, ['approve', 'approve', 'decline', 'abandon'])
  const body = new URLSearchParams({ choice })
  const chosen = await fetch(one.page, { method: 'POST', body, redirect: 'manual' })
  const back = chosen.headers.get('Location')
  // Half of the browsers never come back.
  if (back === null || roll() < 0.5) return
  await fetch(back, { redirect: 'manual' }).catch(() => count(game, 'lost with its process'))
}

const list: Play = (game, roll, one) =>
  ask(game, one.merchant, () => caller(game, roll, one.merchant).get('/payments/list?limit=20'))

const retrieve: Play = (game, roll, one) =>
  ask(game, one.merchant, () => caller(game, roll, one.merchant).get(`/payments/${one.payment_id}`))

/** With how often each is done. */
export const paymentPlays: readonly [number, Play][] = [
  [40, (game, roll) => create(game, roll)],
  [10, act('/confirm', (roll) => (roll() < 0.5 ? {} : cardOf(roll)))],
  [12, act('/capture', () => ({}))],
  [8, act('/capture', (roll) => ({ amount_to_capture: 1 + Math.floor(roll() * 3_000) }))],
  [8, act('/cancel', () => ({ cancellation_reason: 'changed mind' }))],
  [6, act('/approve', () => ({}))],
  [3, act('/reject', () => ({}))],
  [5, act('', (roll) => ({ description: `note ${Math.floor(roll() * 100)}` }))],
  [5, act('', (roll) => cardOf(roll))],
  [8, retrieve],
  [2, list],
  [10, visitPage],
]
