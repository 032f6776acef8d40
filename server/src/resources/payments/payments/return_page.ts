import { readAssets } from '@florin/pages/assets.ts'
import { chooseLanguage } from '@florin/locales/languages.ts'
import { renderReturnPage } from '@florin/pages/return_page.ts'
import type { Context } from '#kernel/context.ts'
import { Page } from '#http/download.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import type { PaymentRow } from './store.ts'

/** The page after a redirect if the payment has no `return_url`. */
export async function showReturn(context: Context, payment: PaymentRow): Promise<Page> {
  const { merchant_id, profile_id, payment_id, status } = payment
  const profile = await profileOfExisting({ ...context, merchant_id }, profile_id)
  const { seller_name, theme } = profile.payment_link_config ?? {}
  const accepted = context.request?.headers['accept-language']
  const locale = chooseLanguage(typeof accepted === 'string' ? accepted : undefined)
  const seller = { name: seller_name ?? profile.profile_name, logo: null, color: theme ?? null }
  const { html, headers } = renderReturnPage({ locale, seller, payment_id, status }, readAssets())
  return new Page(html, headers)
}
