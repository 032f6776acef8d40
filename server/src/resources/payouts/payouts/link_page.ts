// The page on which a payout's recipient enters the account. It confirms the payout like any browser: with a
// publishable key and the client_secret, which is the link's fragment.
import { readAssets } from '@florin/pages/assets.ts'
import { chooseLanguage } from '@florin/locales/languages.ts'
import { renderPayoutPage } from '@florin/pages/payout_page.ts'
import type { PayoutPageData, PayoutPageStatus } from '@florin/pages/payout_setup.ts'
import type { Context } from '#kernel/context.ts'
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { Page } from '#http/download.ts'
import { readPublishableKey } from '#resources/accounts/api_keys/read.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { linkMethods } from './link_methods.ts'
import type { LinkQuery } from './schema.ts'
import { findPayout, type PayoutLink, type PayoutRow } from './store.ts'

interface Address {
  merchant_id: string
  payout_id: string
}

export async function showLinkPage(
  context: Context,
  { merchant_id, payout_id }: Address,
  { locale: asked }: LinkQuery,
): Promise<Page> {
  const accepted = context.request?.headers['accept-language']
  const locale = chooseLanguage(typeof accepted === 'string' ? accepted : undefined, asked)
  const test_mode = context.environment === 'sandbox'
  const row = await findPayout(context.db, merchant_id, payout_id)
  const known = row?.payout_link ? await linkData(context, row, row.payout_link) : {}
  const data: PayoutPageData = { ...unknownLink, payout_id, locale, test_mode, ...known }
  const { html, headers } = renderPayoutPage(data, readAssets())
  return new Page(html, headers, data.status === 'unknown' ? 404 : 200)
}

const unknownLink: PayoutPageData = {
  payout_id: '',
  status: 'unknown',
  locale: 'en',
  test_mode: false,
  publishable_key: null,
  seller: { name: '', logo: null, color: null },
  amount: 0,
  currency: 'EUR',
  exponent: 2,
  description: null,
  methods: [],
}

async function linkData(
  context: Context,
  row: PayoutRow,
  { config }: PayoutLink,
): Promise<Partial<PayoutPageData>> {
  const { merchant_id, profile_id, amount, currency, description } = row
  const now = await context.clocks.now(merchant_id)
  const merchant = await readMerchant(context.db, merchant_id)
  const profile = await profileOfExisting({ ...context, merchant_id }, profile_id)
  const publishable_key = (await readPublishableKey(context, merchant_id, profile_id)) ?? null
  const canConfirm = merchant.status === 'active' && publishable_key !== null
  return {
    status: recipientStatus(row, now, canConfirm),
    publishable_key,
    seller: {
      name: config.merchant_name ?? profile.profile_name,
      logo: config.logo ?? null,
      color: config.theme ?? null,
    },
    amount,
    currency,
    exponent: isCurrency(currency) ? currencyExponent(currency) : 2,
    description,
    methods: linkMethods(currency, config.enabled_payment_methods),
  }
}

/** As the recipient sees it: once the details are there, the rest is between the merchant and the rail. */
function recipientStatus(
  { status, session_before }: PayoutRow,
  now: Date,
  canConfirm: boolean,
): PayoutPageStatus {
  if (status === 'cancelled' || status === 'expired') return status
  if (status !== 'requires_payout_method_data') return 'done'
  if (session_before <= now) return 'expired'
  return canConfirm ? 'open' : 'cancelled'
}
