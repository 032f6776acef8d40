// The frame with the card form that florin.js puts on a merchant's page.
import { readAssets } from '@florin/pages/assets.ts'
import { renderCardFrame } from '@florin/pages/card_frame.ts'
import { chooseLanguage } from '@florin/locales/languages.ts'
import type { Context } from '#kernel/context.ts'
import { Page } from '#http/download.ts'
import { findPublishableKey } from '#resources/accounts/api_keys/read.ts'
import type { CardFrameQuery } from './schema.ts'

const unknownKey = {
  code: 'AU_01',
  message: 'The publishable key is not known here. It may be revoked, or of another environment.',
}

/** Without a valid key the frame still loads, but reports the error instead of showing a form. */
export async function showCardFrame(context: Context, query: CardFrameQuery): Promise<Page> {
  const { publishable_key, locale: asked } = query
  const key = await findPublishableKey(context, publishable_key)
  const accepted = context.request?.headers['accept-language']
  const locale = chooseLanguage(typeof accepted === 'string' ? accepted : undefined, asked)
  const test_mode = context.environment === 'sandbox'
  const problem = key ? null : unknownKey
  const data = { publishable_key, locale, test_mode, problem }
  const { html, headers } = renderCardFrame(data, key?.allowed_origins ?? [], readAssets())
  return new Page(html, headers)
}
