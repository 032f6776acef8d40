// HTML for the pages that links in mails to users open.
import type { Assets } from './contract.ts'
import { renderDocument, pageHeaders, type RenderedPage } from './document.ts'
import { messagesIn } from '@florin/locales/languages.ts'
import type { UserPageData } from './account_setup.ts'

const titles: Readonly<Record<UserPageData['kind'], string>> = {
  invitation: 'Invitation · Florin',
  reset: 'Choose a new password · Florin',
  end_sessions: 'End all sessions · Florin',
  sign_in: 'Sign in · Florin',
}

/** Identical for every user: the link's purpose is behind the `#`, which the server does not see. */
export function renderUserPage(data: UserPageData, assets: Assets): RenderedPage {
  const script = assets['user.js']
  const style = assets['user.css']
  if (script === undefined || style === undefined) {
    throw new Error('The pages of users are built incompletely: run `npm run build`.')
  }
  const html = renderDocument({
    locale: 'en',
    title: titles[data.kind],
    script,
    style,
    no_script: 'This page needs JavaScript: the link is read in your browser only.',
    data: { 'florin-data': data, 'florin-messages': messagesIn('en', 'page') },
  })
  return { html, headers: pageHeaders({ script: script.integrity }) }
}
