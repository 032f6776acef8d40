// The invitation page: a password, then an optional second factor, then the next steps.
import { useState } from 'preact/hooks'
import { Field } from '../field.tsx'
import { Panel } from '../panel.tsx'
import { Account } from './account.tsx'
import { api } from './api.ts'
import { passwordError } from './checks.ts'
import { SignedInView } from './end.tsx'
import { FormNote, SubmitButton } from './form_parts.tsx'
import { Link } from './link.tsx'
import { PASSWORD_ID, PasswordField, Username } from './password_field.tsx'
import { SecondFactor } from './second_factor.tsx'
import type { Invitation } from '@florin/pages/account_setup.ts'
import { TwoFactorOffer } from './two_factor_offer.tsx'
import { useSubmit } from './use_submit.ts'

export function InvitationPage({ token }: { token: string }) {
  return (
    <Link token={token} read={api.readInvitation} dead={<DeadInvitation />}>
      {(invitation, onDead) => <Steps token={token} invitation={invitation} onDead={onDead} />}
    </Link>
  )
}

function DeadInvitation() {
  return (
    <Panel
      sign="stop"
      title="This invitation cannot be used"
      text="An invitation works once, for 24 hours, and only the newest one works."
    >
      <ul class="advice">
        <li>If you have not accepted it yet, ask the person who invited you to send it again.</li>
        <li>
          If you have accepted it already, you are a member:{' '}
          <a href="/dashboard/sign-in">sign in</a> with your password.
        </li>
        <li>If you typed or copied the address, open the whole link of the mail.</li>
      </ul>
    </Panel>
  )
}

type Step = 'accept' | 'second_factor' | 'offer' | 'end'

interface StepsProps {
  token: string
  invitation: Invitation
  onDead: () => void
}

function Steps({ token, invitation, onDead }: StepsProps) {
  const [step, setStep] = useState<Step>('accept')
  const [isProtected, setProtected] = useState(false)
  const finish = (hasSecondFactor: boolean) => {
    setProtected(hasSecondFactor)
    setStep('end')
  }
  switch (step) {
    case 'accept':
      return (
        <AcceptForm
          token={token}
          invitation={invitation}
          onDead={onDead}
          onDone={(isAsked) => setStep(isAsked ? 'second_factor' : 'offer')}
        />
      )
    case 'second_factor':
      return <SecondFactor onDone={() => finish(true)} />
    case 'offer':
      return <TwoFactorOffer entity={invitation.entity_name} onDone={finish} />
    case 'end':
      return <SignedInView invitation={invitation} isProtected={isProtected} />
  }
}

interface AcceptProps extends StepsProps {
  onDone: (isSecondFactorAsked: boolean) => void
}

function AcceptForm({ token, invitation, onDead, onDone }: AcceptProps) {
  const { email, has_account, entity_name, role_name } = invitation
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const form = useSubmit({
    field: PASSWORD_ID,
    check: () => ({ [PASSWORD_ID]: has_account ? missing(password) : passwordError(password) }),
    send: () => {
      const trimmed = name.trim()
      return api.acceptInvitation({ token, password, ...(trimmed ? { name: trimmed } : {}) })
    },
    onDone: ({ two_factor_required }) => onDone(two_factor_required),
    onDeadLink: onDead,
  })
  return (
    <Panel
      title={`Join ${entity_name}`}
      text={`You are invited to work with ${entity_name} on Florin. ${role_name === null ? '' : `Your role: ${role_name}.`}`}
    >
      <form novalidate onSubmit={form.submit} aria-busy={form.isSending}>
        <FormNote text={form.note} />
        <Account email={email} label={has_account ? 'Your account' : 'Your new account'} />
        <Username email={email} />
        {!has_account && (
          <Field
            id="name"
            name="name"
            label="Your name"
            optional
            value={name}
            error={form.errors['name']}
            autocomplete="name"
            maxLength={128}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value)
              form.clear('name')
            }}
          />
        )}
        <PasswordField
          label={has_account ? 'Your password' : 'Choose a password'}
          isNew={!has_account}
          value={password}
          error={form.errors[PASSWORD_ID]}
          onChange={(typed) => {
            setPassword(typed)
            form.clear(PASSWORD_ID)
          }}
        />
        <SubmitButton label="Accept invitation" isSending={form.isSending} />
      </form>
      {has_account && <ForgottenPassword email={email} />}
      {!invitation.proves_mailbox && !has_account && (
        <p class="small-print">
          This link did not come by mail: the person who gave it to you could use it in your place
          until you do. After you have accepted it, it works for nobody. If it was used already, ask
          the operator of this service for a link to choose a new password.
        </p>
      )}
      <p class="small-print">
        The invitation is valid until {formatTime(invitation.expires_at)}. If you did not expect it,
        close this page: nothing happens.
      </p>
    </Panel>
  )
}

function missing(password: string): string | undefined {
  return password === '' ? 'Enter the password of your account.' : undefined
}

function ForgottenPassword({ email }: { email: string }) {
  const [isSent, setSent] = useState<boolean | undefined>()
  const request = async () => setSent((await api.requestReset(email)).type === 'ok')
  return (
    <p role="status">
      {isSent === true ? (
        `A link to choose a new password is on its way to ${email}. Then open the invitation again.`
      ) : (
        <button type="button" class="link" onClick={() => void request()}>
          {isSent === false
            ? 'The mail could not be requested. Try again'
            : 'Forgot your password?'}
        </button>
      )}
    </p>
  )
}

function formatTime(iso: string): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })
  return format.format(new Date(iso))
}
