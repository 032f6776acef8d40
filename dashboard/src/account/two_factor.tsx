// The authenticator app: turned on with a QR code, and turned off with a code or a recovery code.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { post, remove } from '../api/change.ts'
import { Action } from '../lib/action.tsx'
import { Card } from '../lib/details.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import styles from './account.module.css'
import { RecoveryCodes } from './recovery_codes.tsx'
import { TurnOn } from './turn_on.tsx'

type Step = { at: 'on' | 'off' | 'renew' } | { at: 'codes'; codes: readonly string[] }

export function TwoFactor({ isEnabled }: { isEnabled: boolean }) {
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  const show = (codes: readonly string[]) => setStep({ at: 'codes', codes })
  return (
    <Card
      title="Two-factor authentication"
      aside={
        <span className={`pill ${isEnabled ? 'ok' : 'mute'}`}>{isEnabled ? 'On' : 'Off'}</span>
      }
    >
      <div className={styles.body}>
        <p>
          {isEnabled
            ? 'When you sign in with your password, you also enter a code from your authenticator app. If you lose the app, a recovery code takes its place.'
            : 'With an authenticator app, a stolen password is not enough to sign in: signing in also needs a code from your phone.'}
        </p>
        <Group gap="xs">
          {isEnabled ? (
            <>
              <Button variant="default" onClick={() => setStep({ at: 'renew' })}>
                New recovery codes
              </Button>
              <Button variant="default" onClick={() => setStep({ at: 'off' })}>
                Turn off
              </Button>
            </>
          ) : (
            <Button variant="default" onClick={() => setStep({ at: 'on' })}>
              Turn on
            </Button>
          )}
        </Group>
      </div>
      {step?.at === 'on' && <TurnOn close={close} show={show} />}
      {step?.at === 'off' && <TurnOff close={close} />}
      {step?.at === 'renew' && <Renew close={close} show={show} />}
      {step?.at === 'codes' && <RecoveryCodes codes={step.codes} close={close} />}
    </Card>
  )
}

const fields = {
  code: {
    kind: 'text',
    label: 'Code',
    autoComplete: 'one-time-code',
    'data-autofocus': true,
  },
} satisfies Fields

const isTotp = (code: string) => /^\d{3}\s?\d{3}$/.test(code)
const withoutSpaces = (code: string) => code.replaceAll(/\s/g, '')

function TurnOff({ close }: { close: () => void }) {
  const form = useFields(fields)
  const code = form.values.code.trim()
  return (
    <Action
      title="Turn off two-factor authentication"
      verb="Turn off"
      isDangerous
      isReady={code !== ''}
      form={form}
      close={close}
      run={remove('/user/2fa/totp', {
        body: isTotp(code) ? { totp: withoutSpaces(code) } : { recovery_code: code },
      })}
      done={() => 'Two-factor authentication is off.'}
    >
      <p className="flush">
        From then on your password alone signs you in. All recovery codes stop working.
      </p>
      {form.field('code', { description: 'The six digits from your app, or a recovery code.' })}
    </Action>
  )
}

function Renew({ close, show }: { close: () => void; show: (codes: string[]) => void }) {
  const form = useFields(fields)
  const code = form.values.code.trim()
  return (
    <Action
      title="New recovery codes"
      verb="Create the new codes"
      isReady={isTotp(code)}
      form={form}
      close={close}
      run={post('/user/2fa/recovery_code/generate', { body: { totp: withoutSpaces(code) } })}
      done={() => 'There are new recovery codes. The earlier ones no longer work.'}
      next={({ recovery_codes }) => show(recovery_codes)}
    >
      <p className="flush">Eight new codes replace all earlier ones.</p>
      {form.field('code', { description: 'The six digits that your authenticator app shows.' })}
    </Action>
  )
}
