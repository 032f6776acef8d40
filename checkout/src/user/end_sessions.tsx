// The page on which an account's owner ends all its sessions, with the link from a mail. Opening it changes nothing.
import { useState } from 'preact/hooks'
import { Panel } from '../panel.tsx'
import { Account } from './account.tsx'
import { api } from './api.ts'
import { FormNote, SubmitButton } from './form_parts.tsx'
import { Link } from './link.tsx'
import { useSubmit } from './use_submit.ts'

export function EndSessionsPage({ token }: { token: string }) {
  return (
    <Link token={token} read={api.readEndSessions} dead={<DeadLink />}>
      {({ email }, onDead) => <EndForm token={token} email={email} onDead={onDead} />}
    </Link>
  )
}

function DeadLink() {
  return (
    <Panel
      sign="stop"
      title="This link cannot be used"
      text="A link to end all sessions works for 7 days."
    >
      <ul class="advice">
        <li>
          <a href="/dashboard/forgotten-password">Choose a new password</a>, which ends all sessions
          too.
        </li>
        <li>If you typed or copied the address, open the whole link of the mail.</li>
      </ul>
    </Panel>
  )
}

interface EndProps {
  token: string
  email: string
  onDead: () => void
}

function EndForm({ token, email, onDead }: EndProps) {
  const [isDone, setDone] = useState(false)
  const form = useSubmit({
    field: '',
    check: () => ({}),
    send: () => api.endSessions(token),
    onDone: () => setDone(true),
    onDeadLink: onDead,
  })
  if (isDone) {
    return (
      <Panel
        sign="done"
        title="All sessions have ended"
        text="Everybody who was signed in with your account is signed out. If somebody else knows your password, they can sign in again: choose a new one now."
      >
        <div class="actions">
          <a class="button primary" href="/dashboard/forgotten-password">
            Choose a new password
          </a>
        </div>
      </Panel>
    )
  }
  return (
    <Panel
      title="End all sessions"
      text="Signs out everybody who is signed in with your account, on all devices, you included."
    >
      <form novalidate onSubmit={form.submit} aria-busy={form.isSending}>
        <FormNote text={form.note} />
        <Account email={email} label="Your account" />
        <SubmitButton label="End all sessions" isSending={form.isSending} />
      </form>
    </Panel>
  )
}
