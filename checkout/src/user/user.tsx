// Script for the pages that links in mails to users open.
import { Coin } from '../coin.tsx'
import { render } from 'preact'
import { LiveRegion } from '../announce.tsx'
import { TextContext } from '../context.ts'
import { readJson } from '../read_json.ts'
import { TestMode } from '../test_mode.tsx'
import { makeText, type Messages } from '@florin/locales/text.ts'
import { EndSessionsPage } from './end_sessions.tsx'
import { InvitationPage } from './invitation.tsx'
import { ResetPage } from './reset.tsx'
import { SignInPage } from './sign_in.tsx'
import type { UserPageData } from '@florin/pages/account_setup.ts'

// Users work in English.
const text = makeText(readJson('florin-messages') as Messages, 'en')

const views = { invitation: InvitationPage, reset: ResetPage, end_sessions: EndSessionsPage }

function LinkPage({ kind, token }: { kind: keyof typeof views; token: string }) {
  const View = views[kind]
  return <View token={token} />
}

function UserPage({ data, token }: { data: UserPageData; token: string }) {
  return (
    <TextContext.Provider value={text}>
      {data.test_mode && <TestMode cards={[]} onPick={undefined} />}
      <div class="user">
        <header class="florin">
          <Coin size={28} />
          Florin
        </header>
        <main class="card">
          {data.kind === 'sign_in' ? (
            <SignInPage provider={data.provider ?? ''} response={token} />
          ) : (
            <LinkPage kind={data.kind} token={token} />
          )}
        </main>
      </div>
      <LiveRegion />
    </TextContext.Provider>
  )
}

/** Read once and removed from the address bar, the history and every screenshot. A provider sends a query. */
function takeToken(): string {
  const token = (location.hash || location.search).slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname)
  return token
}

const root = document.querySelector('#app')
if (root !== null) {
  const data = readJson('florin-data') as UserPageData
  // Another link that is opened in this tab changes the fragment only.
  addEventListener('hashchange', () => location.hash !== '' && location.reload())
  render(<UserPage data={data} token={takeToken()} />, root)
}
