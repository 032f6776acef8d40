// Pages that links in mails to users open. They are the same for every user: the token is behind the `#`.
import { readAssets } from '@florin/pages/assets.ts'
import type { UserPageData } from '@florin/pages/account_setup.ts'
import { renderUserPage } from '@florin/pages/account_page.ts'
import type { Context } from '#kernel/context.ts'
import { Page } from '#http/download.ts'

export async function showUserPage(
  { environment }: Context,
  kind: UserPageData['kind'],
): Promise<Page> {
  const data = { kind, test_mode: environment === 'sandbox' }
  const { html, headers } = renderUserPage(data, readAssets())
  return new Page(html, headers)
}
