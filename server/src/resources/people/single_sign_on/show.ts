// The page on which a person who comes back from the provider starts the session. A link on another site can lead here without
// a click, so opening it changes nothing.
import { readAssets } from '@florin/pages/assets.ts'
import { renderUserPage } from '@florin/pages/account_page.ts'
import type { Context } from '#kernel/context.ts'
import { Page } from '#http/download.ts'
import { requireProvider } from './provider.ts'

export async function showCallback(context: Context): Promise<Page> {
  const { name } = requireProvider(context)
  const test_mode = context.environment === 'sandbox'
  const { html, headers } = renderUserPage(
    { kind: 'sign_in', provider: name, test_mode },
    readAssets(),
  )
  return new Page(html, headers)
}
