// The page on which a person chooses a new password.
import { useState } from 'preact/hooks'
import { Panel } from '../panel.tsx'
import { Account } from './account.tsx'
import { api } from './api.ts'
import { passwordError } from './checks.ts'
import { FormNote, SubmitButton } from './form_parts.tsx'
import { Link } from './link.tsx'
import { PASSWORD_ID, PasswordField, Username } from './password_field.tsx'
import type { Factors, PasswordReset } from '@florin/pages/account_setup.ts'
import { useSubmit } from './use_submit.ts'

export function ResetPage({ token }: { token: string }) {
  return (
    <Link token={token} read={api.readReset} dead={<DeadReset />}>
      {({ email }, onDead) => <ResetForm token={token} email={email} onDead={onDead} />}
    </Link>
  )
}

function DeadReset() {
  return (
    <Panel
      sign="stop"
      title="This link cannot be used"
      text="A link to choose a new password works once, for 24 hours, and only the newest one works."
    >
      <ul class="advice">
        <li>
          <a href="/dashboard/forgotten-password">Ask for another link.</a>
        </li>
        <li>If you have just changed the password, sign in with the new one.</li>
        <li>If you typed or copied the address, open the whole link of the mail.</li>
      </ul>
    </Panel>
  )
}

interface ResetProps {
  token: string
  email: string
  onDead: () => void
}

function ResetForm({ token, email, onDead }: ResetProps) {
  const [password, setPassword] = useState('')
  const [done, setDone] = useState<PasswordReset>()
  const form = useSubmit({
    field: PASSWORD_ID,
    check: () => ({ [PASSWORD_ID]: passwordError(password) }),
    send: () => api.resetPassword(token, password),
    onDone: setDone,
    onDeadLink: onDead,
  })
  if (done !== undefined) return <Changed {...done} />
  return (
    <Panel
      title="Choose a new password"
      text="Your old password works until you save the new one. If you did not ask for this, close this page: nothing changes."
    >
      <form novalidate onSubmit={form.submit} aria-busy={form.isSending}>
        <FormNote text={form.note} />
        <Account email={email} label="Your account" />
        <Username email={email} />
        <PasswordField
          label="New password"
          isNew
          value={password}
          error={form.errors[PASSWORD_ID]}
          onChange={(typed) => {
            setPassword(typed)
            form.clear(PASSWORD_ID)
          }}
        />
        <SubmitButton label="Save password" isSending={form.isSending} />
      </form>
    </Panel>
  )
}

function Changed({ removed, remaining }: PasswordReset) {
  const gone = listFactors(removed)
  const left = listFactors(remaining)
  return (
    <Panel
      sign="done"
      title="Your password is changed"
      text="Everybody who was signed in with your account is signed out, on all devices. Sign in with the new password."
    >
      {gone !== '' && (
        <div class="note">
          <p>
            Removed: {gone}. The account had this before anybody proved to have its mailbox, so it
            may not be yours. Set it up again after you sign in.
          </p>
        </div>
      )}
      {left !== '' && (
        <p class="lead">
          Still in use: {left}. After you sign in, remove what you do not know under Your account.
        </p>
      )}
      <div class="actions">
        <a class="button primary" href="/dashboard/sign-in">
          Sign in
        </a>
      </div>
    </Panel>
  )
}

/** Empty if there is none. */
function listFactors({ passkeys, two_factor }: Factors): string {
  const count = passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`
  const named = [passkeys > 0 && count, two_factor && 'the authenticator app']
  return named.filter((each) => each !== false).join(' and ')
}
