// A merchant with an object for everything that time brings about, each with a name.
import assert from 'node:assert/strict'
import { Client } from '#testing/client.ts'
import type { Deployment } from '#testing/deployment.ts'
import { createLink } from '#testing/payment_link.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { toBank } from '../support/recipients.ts'
import { DECLINED_LATER, ProfileClient, return_url, subscribed } from '../support/subscribing.ts'

const SLOW = '4000000000003055'
const DISPUTED = '4000000000000259'
const SLOW_REFUND = '4000000000007726'
const CHALLENGED = '4000000000003220'

export interface World {
  readonly client: Client
  readonly merchant_id: string
  readonly names: ReadonlyMap<string, string>
  /** Before anything was created. */
  readonly start: Date
}

/** Subscriptions that are renewed, declined and slow, and something for every other timer. */
export async function createWorld(deployment: Deployment, webhook_url: string): Promise<World> {
  const merchant = await deployment.newMerchant('World')
  const { base_url } = deployment.client()
  const { merchant_id, profile_id, api_key } = merchant
  const client = new ProfileClient(new Client(base_url, api_key), profile_id)
  const start = new Date((await client.get('/sandbox/clock')).body.now)
  const names = new Map<string, string>()
  const profile = `/account/${merchant_id}/business_profile`
  await send(client, `${profile}/${profile_id}`, {
    dunning: { retry_days: [1, 3, 9], final_action: 'unpaid' },
  })
  const pay = async (name: string, body: object) => {
    const { payment_id } = await send(client, '/payments', paymentBody(body))
    names.set(payment_id, name)
    return payment_id
  }
  const subscribe = async (name: string, card?: string, price: object = {}) => {
    const { body } = await subscribed(client, price, card === undefined ? {} : { card })
    names.set(body.id, name)
  }
  await subscribe('monthly')
  await subscribe('declined later', DECLINED_LATER)
  await subscribe('slow card', SLOW, { trial_period: 10, trial_period_unit: 'day' })
  await subscribe('weekly, five times', undefined, { interval: 'week', cycles: 5 })
  await pay('hold', { capture_method: 'manual' })
  await pay('slow payment', withCard(SLOW))
  await pay('disputed', withCard(DISPUTED))
  await pay('not authenticated', { ...withCard(CHALLENGED), return_url })
  await pay('transfer', {
    payment_method: 'bank_transfer',
    payment_method_type: 'sepa',
    payment_method_data: { bank_transfer: { sepa: {} } },
  })
  const refunded = await pay('refunded', withCard(SLOW_REFUND))
  await send(client, '/refunds', { payment_id: refunded, amount: 300 })
  await send(client, '/refunds', { payment_id: refunded, amount: 200, refund_type: 'Scheduled' })
  const link = await createLink(client)
  names.set(link, 'link')
  const payout = await send(client, '/payouts/create', {
    amount: 1000,
    currency: 'EUR',
    ...toBank(),
  })
  names.set(payout.payout_id, 'payout')
  const webhook_details = { webhook_url }
  const failing = await send(client, profile, { profile_name: 'failing', webhook_details })
  await pay('with a failing webhook', { profile_id: failing.profile_id })
  return { client, merchant_id, names, start }
}

export async function send(client: Client, path: string, body: object) {
  const { status, body: answer, text } = await client.post(path, body)
  assert.ok(status < 300, `${path}: ${text}`)
  return answer
}
