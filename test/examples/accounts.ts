// Organizations, merchants, profiles and keys.
import { testBank } from '#testing/bank.ts'
import { ADMIN_KEY, type Shop } from '#testing/harness.ts'
import type { Recorder } from './recorder.ts'

export async function recordAccounts(recorder: Recorder, shop: Shop): Promise<void> {
  const by = shop.with(ADMIN_KEY)
  await recorder.call(shop, 'GET /health')
  const made = await recorder.call(shop, 'POST /organizations', {}, { by })
  const { organization_id } = made.body
  const merchant = await recorder.call(shop, 'POST /accounts', {}, { by })
  await recorder.call(shop, 'GET /organizations/:organization_id', { organization_id }, { by })
  await recorder.call(shop, 'POST /organizations/:organization_id', { organization_id }, { by })
  const { merchant_id, api_key } = merchant.body
  await recorder.call(shop, 'POST /accounts/:merchant_id', { merchant_id }, { by })
  const settings = '/account/:merchant_id/settings'
  const merchantKey = { by: shop.with(api_key) }
  await recorder.call(shop, `GET ${settings}`, { merchant_id }, merchantKey)
  await recorder.call(shop, `POST ${settings}`, { merchant_id }, merchantKey)
  await recordProfiles(recorder, shop, merchant_id, api_key)
  await recordConnectors(recorder, shop, merchant_id, api_key)
  await recordKeys(recorder, shop)
  const query = { limit: '1' }
  await recorder.call(shop, 'GET /audit', {}, { by: shop.with(api_key), query })
  await recorder.call(shop, 'POST /audit', {}, { by: shop.with(api_key), body: { limit: 1 } })
}

async function recordProfiles(
  recorder: Recorder,
  shop: Shop,
  merchant_id: string,
  api_key: string,
): Promise<void> {
  const by = { by: shop.with(api_key) }
  const base = '/account/:merchant_id/business_profile'
  await recorder.call(shop, `GET ${base}`, { merchant_id }, by)
  const { profile_id } = (await recorder.call(shop, `POST ${base}`, { merchant_id }, by)).body
  const one = { merchant_id, profile_id }
  await recorder.call(shop, `GET ${base}/:profile_id`, one, by)
  await recorder.call(shop, `POST ${base}/:profile_id`, one, by)
  await recorder.call(shop, `POST ${base}/:profile_id/rotate_webhook_secret`, one, by)
  await recorder.call(shop, `DELETE ${base}/:profile_id`, one, by)
}

const DISABLED = { status: 'disabled' }

/** At a merchant without payments, so that the account can be deleted. */
async function recordConnectors(
  recorder: Recorder,
  shop: Shop,
  merchant_id: string,
  api_key: string,
): Promise<void> {
  const by = { by: shop.with(api_key) }
  const base = '/account/:merchant_id/connectors'
  const key = (await testBank()).env['FLORIN_BANK_KEY']
  const body = { ...recorder.example(`POST ${base}`), credentials: { key } }
  const { connector_id } = (
    await recorder.call(shop, `POST ${base}`, { merchant_id }, { ...by, body })
  ).body
  const one = { merchant_id, connector_id }
  await recorder.call(shop, `GET ${base}`, { merchant_id }, by)
  await recorder.call(shop, `GET ${base}/:connector_id`, one, by)
  await recorder.call(shop, `POST ${base}/:connector_id`, one, by)
  await recorder.call(shop, `POST ${base}/:connector_id/check`, one, by)
  await recorder.call(shop, `GET ${base}/:connector_id/health`, one, by)
  await recorder.call(shop, `GET ${base}/:connector_id/pinned_methods`, one, by)
  await recorder.call(shop, 'GET /account/:merchant_id/undecided_operations', one, by)
  const profiles = '/account/:merchant_id/business_profile'
  const [profile] = (await by.by.get(profiles.replace(':merchant_id', merchant_id))).body
  const routed = { merchant_id, profile_id: profile.profile_id }
  const rules = [{ name: 'Euro', when: { currency: ['EUR'] }, use: [{ connector_id }] }]
  const rule = { ...by, body: { rules, max_fallbacks: 1 } }
  await recorder.call(shop, `POST ${profiles}/:profile_id/routing`, routed, rule)
  await recorder.call(shop, `GET ${profiles}/:profile_id/routing`, routed, by)
  await recorder.call(shop, `POST ${profiles}/:profile_id/routing/simulate`, routed, by)
  await by.by.post(`${base.replace(':merchant_id', merchant_id)}/${connector_id}`, DISABLED)
  await recorder.call(shop, `DELETE ${base}/:connector_id`, one, by)
}

async function recordKeys(recorder: Recorder, shop: Shop): Promise<void> {
  const { merchant_id } = shop.merchant
  const base = '/api_keys/:merchant_id'
  const { key_id } = (await recorder.call(shop, `POST ${base}`, { merchant_id })).body
  const one = { merchant_id, key_id }
  await recorder.call(shop, `GET ${base}/list`, { merchant_id }, { query: { limit: '1' } })
  await recorder.call(shop, `POST ${base}/list`, { merchant_id }, { body: { limit: 1 } })
  await recorder.call(shop, `GET ${base}/:key_id`, one)
  await recorder.call(shop, 'GET /api_keys/current')
  await recorder.call(shop, `POST ${base}/:key_id`, one)
  await recorder.call(shop, `POST ${base}/:key_id/roll`, one)
  await recorder.call(shop, `DELETE ${base}/:key_id`, one)
}
