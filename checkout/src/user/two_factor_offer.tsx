// Offers a second factor after an invitation is accepted: the authenticator app, and its recovery codes.
import { useState } from 'preact/hooks'
import { CopyButton } from '../copy_button.tsx'
import { Panel } from '../panel.tsx'
import { api } from './api.ts'
import { compactCode, inFours, totpError } from './checks.ts'
import { CODE_ID, CodeField } from './code_field.tsx'
import { FormNote, SubmitButton } from './form_parts.tsx'
import { QrCode } from './qr.tsx'
import { RecoveryCodes } from './recovery_codes.tsx'
import type { Enrolment } from '@florin/pages/account_setup.ts'
import { useSubmit } from './use_submit.ts'

interface OfferProps {
  entity: string
  onDone: (hasSecondFactor: boolean) => void
}

type Step =
  | { at: 'offer' }
  | { at: 'enrol'; enrolment: Enrolment }
  | { at: 'codes'; codes: string[] }

export function TwoFactorOffer({ entity, onDone }: OfferProps) {
  const [step, setStep] = useState<Step>({ at: 'offer' })
  const skip = () => onDone(false)
  switch (step.at) {
    case 'offer':
      return (
        <Offer
          entity={entity}
          onBegin={(enrolment) => setStep({ at: 'enrol', enrolment })}
          onSkip={skip}
        />
      )
    case 'enrol':
      return (
        <Enrol
          enrolment={step.enrolment}
          onCodes={(codes) => setStep({ at: 'codes', codes })}
          onSkip={skip}
        />
      )
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={() => onDone(true)} />
  }
}

interface OfferStepProps {
  entity: string
  onBegin: (enrolment: Enrolment) => void
  onSkip: () => void
}

function Offer({ entity, onBegin, onSkip }: OfferStepProps) {
  const form = useSubmit({
    field: 'begin',
    check: () => ({}),
    send: api.beginTotp,
    onDone: onBegin,
  })
  return (
    <Panel
      sign="done"
      title={`You have joined ${entity}`}
      text="Protect your account with a second factor: when you sign in, you also enter a code from an app on your phone. Then a stolen password is not enough."
    >
      <form novalidate onSubmit={form.submit} aria-busy={form.isSending}>
        <FormNote text={form.note || (form.errors['begin'] ?? '')} />
        <SubmitButton label="Set up an authenticator app" isSending={form.isSending} />
      </form>
      <button type="button" class="link" onClick={onSkip}>
        Skip for now
      </button>
    </Panel>
  )
}

interface EnrolProps {
  enrolment: Enrolment
  onCodes: (codes: string[]) => void
  onSkip: () => void
}

function Enrol({ enrolment: { secret, totp_url }, onCodes, onSkip }: EnrolProps) {
  const [code, setCode] = useState('')
  const form = useSubmit({
    field: CODE_ID,
    check: () => ({ [CODE_ID]: totpError(code) }),
    send: () => api.enrolTotp(compactCode(code)),
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  return (
    <Panel
      title="Set up an authenticator app"
      text="Scan this code with an app for one-time codes. Most password managers can do it too."
    >
      <QrCode data={totp_url} label="QR code with the key below" />
      <a class="link on-phone" href={totp_url}>
        Open the app on this phone
      </a>
      <dl class="facts details">
        <div>
          <dt>If you cannot scan it, enter this key</dt>
          <dd>
            <span class="code">{inFours(secret)}</span>
            <CopyButton label="key" value={secret} />
          </dd>
        </div>
      </dl>
      <form novalidate onSubmit={form.submit} aria-busy={form.isSending}>
        <FormNote text={form.note} />
        <CodeField
          value={code}
          error={form.errors[CODE_ID]}
          onChange={(typed) => {
            setCode(typed)
            form.clear(CODE_ID)
          }}
        />
        <SubmitButton label="Turn on" isSending={form.isSending} />
      </form>
      <button type="button" class="link" onClick={onSkip}>
        Skip for now
      </button>
    </Panel>
  )
}
