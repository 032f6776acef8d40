// Random histories with the real engine: they cost what their periods are worth.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { dice, type History, randomHistory, type Terms } from '#testing/billing_history.ts'
import { worthOfHistory } from '#testing/billing_oracle.ts'
import { invoicesOf } from './ledger.ts'
import { decimal } from './notation.ts'
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

const HISTORIES = 6
const MOST = 4

/** Another one each time; FLORIN_SEED runs one again. */
const seed = Number(process.env['FLORIN_SEED'] ?? randomInt(1_000_000))
const roll = dice(seed)

for (let n = 1; n <= HISTORIES; n++) {
  const history = randomHistory(roll, MOST)
  const name = `a random history costs what its periods are worth (${n}, FLORIN_SEED=${seed})`
  scenario(name, text(history.start), async (story) => {
    await live(story, history)

    const invoices = await invoicesOf(story.shop, 'Ada')
    const paid = invoices.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const credit = BigInt(await story.balance('Ada', history.currency))
    assert.equal(paid - credit, worthOfHistory(history), JSON.stringify(history))
  })
}

async function live(story: Story, history: History): Promise<void> {
  const { currency, terms, discount, happenings, end } = history
  await story.plan('plan_0', priced(terms, currency))
  if (discount) await story.coupon('COUPON', discountOf(history))
  await story.customer('Ada', 'a card that works')
  await story.subscribes('Ada', 'plan_0', discount && 'COUPON')
  for (const [n, happening] of happenings.entries()) {
    await story.until(text(happening.at))
    if (happening.kind === 'change') {
      await story.plan(`plan_${n + 1}`, priced(happening.to, currency))
      await story.changesTo('Ada', `plan_${n + 1}`)
    } else {
      await story.pauses('Ada')
      await story.until(text(happening.until))
      await story.resumes('Ada')
    }
  }
  await story.until(text(end))
  await story.cancels('Ada', 'immediately', 'prorate')
}

function priced({ amount, interval, interval_count }: Terms, currency: string) {
  return {
    price: `${decimal(amount, currency)} ${currency}`,
    every: `${interval_count} ${interval}`,
  }
}

function discountOf({ discount, currency }: History) {
  const { percent_off = null, amount_off = null, cycles = null } = discount ?? {}
  const off =
    percent_off === null ? `${decimal(amount_off ?? 0, currency)} ${currency}` : `${percent_off} %`
  return { off, for: cycles ?? ('forever' as const) }
}

/** As scenarios write it. */
function text(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '')
}
