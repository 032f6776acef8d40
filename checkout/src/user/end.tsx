// Next steps after an accepted invitation.
import { useState } from 'preact/hooks'
import { Facts } from '../facts.tsx'
import { Panel } from '../panel.tsx'
import { Account } from './account.tsx'
import { api } from './api.ts'
import type { Invitation } from '@florin/pages/account_setup.ts'

interface SignedInProps {
  invitation: Invitation
  isProtected: boolean
}

export function SignedInView({ invitation, isProtected }: SignedInProps) {
  const [hasLeft, setLeft] = useState(false)
  if (hasLeft) {
    return <Panel sign="done" title="You are signed out" text="You can close this page." />
  }
  const { email, entity_name, role_name } = invitation
  return (
    <Panel
      sign="done"
      title="You are signed in"
      text="This browser stays signed in until it is not used for 15 minutes, and for 12 hours at most."
    >
      <Account email={email} label="Your account" />
      <Facts
        facts={[
          ['Works for', entity_name],
          ...(role_name === null ? [] : [['Role', role_name] as const]),
          ['Second factor', isProtected ? 'On' : 'Off'],
        ]}
      >
        {null}
      </Facts>
      <p class="lead">Your role decides what you can see and do in the dashboard.</p>
      <div class="actions">
        <a class="button primary" href="/dashboard">
          Open the dashboard
        </a>
        <SignOut onDone={() => setLeft(true)} />
      </div>
    </Panel>
  )
}

function SignOut({ onDone }: { onDone: () => void }) {
  const [hasFailed, setFailed] = useState(false)
  const leave = async () => {
    const answer = await api.signOut()
    // A session that has ended already is signed out too.
    const hasEnded = answer.type === 'ok' || (answer.type === 'refused' && answer.status === 401)
    if (hasEnded) onDone()
    else setFailed(true)
  }
  return (
    <button type="button" class="button quiet" onClick={() => void leave()}>
      {hasFailed ? 'Not signed out: try again' : 'Sign out'}
    </button>
  )
}
