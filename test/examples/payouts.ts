// Payouts, from money that a payment brought.
import type { Shop } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { arrange as arrangePayment } from '../support/paying.ts'
import { arrange } from '../support/paying_out.ts'
import type { Recorder } from './recorder.ts'

export async function recordPayouts(recorder: Recorder, shop: Shop): Promise<void> {
  await arrangePayment(shop, 'succeeded', { amount: 100_000 })
  const { payout_id } = (await recorder.call(shop, 'POST /payouts/create')).body
  await recorder.call(shop, 'GET /payouts/:payout_id', { payout_id })
  await recorder.call(shop, 'GET /payouts/list', {}, { query: { limit: '1' } })
  await recorder.call(shop, 'POST /payouts/list', {}, { body: { payout_id, limit: 1 } })
  const act = async (name: string, status: string) => {
    const made = (await arrange(shop, status)).body
    return recorder.call(shop, name, { payout_id: made.payout_id })
  }
  await act('PUT /payouts/:payout_id', 'requires_payout_method_data')
  await act('POST /payouts/:payout_id/confirm', 'requires_confirmation')
  const approved = (await arrange(shop, 'requires_fulfillment')).body
  const by = await signedInAs(shop, 'merchant_operator')
  await recorder.call(
    shop,
    'POST /payouts/:payout_id/approve',
    { payout_id: approved.payout_id },
    { by },
  )
  await act('POST /payouts/:payout_id/fulfill', 'requires_fulfillment')
  await act('POST /payouts/:payout_id/cancel', 'requires_fulfillment')
  await act('POST /sandbox/payouts/:payout_id/settle', 'pending')
  await act('POST /sandbox/payouts/:payout_id/onboard', 'requires_vendor_account_creation')
  const open = (await arrange(shop, 'requires_payout_method_data')).body
  const page = { merchant_id: open.merchant_id, payout_id: open.payout_id }
  const anyone = shop.with(undefined)
  await recorder.call(shop, 'GET /payout_link/:merchant_id/:payout_id', page, { by: anyone })
}
