// The authenticator app: turned on with a QR code, and turned off with a code or a recovery code.
import { Button, Group, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { Card } from '../lib/details.tsx'
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
            ? 'When you sign in with your password, you also enter a code of your authenticator app. If you lose the app, a recovery code takes its place.'
            : 'With an authenticator app, a stolen password is not enough to sign in: a code of your phone is asked for too.'}
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

/** Six digits of the app; `others` also takes a recovery code. */
function useCode(label: string, about: string): { code: string; input: ReactNode } {
  const [typed, setTyped] = useState('')
  const input = (
    <TextInput
      label={label}
      description={about}
      autoComplete="one-time-code"
      data-autofocus
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
  return { code: typed.trim(), input }
}

const isTotp = (code: string) => /^\d{3}\s?\d{3}$/.test(code)
const digits = (code: string) => code.replaceAll(/\s/g, '')

function TurnOff({ close }: { close: () => void }) {
  const { code, input } = useCode('Code', 'The six digits of your app, or a recovery code.')
  const body = isTotp(code) ? { totp: digits(code) } : { recovery_code: code }
  return (
    <Action
      title="Turn off two-factor authentication"
      verb="Turn off"
      isDangerous
      isReady={code !== ''}
      close={close}
      run={() => unwrapAnswer(api.DELETE('/user/2fa/totp', { body: body as never }))}
      done={() => 'Two-factor authentication is off.'}
    >
      <p className="flush">
        From then on your password alone signs you in. All recovery codes stop working.
      </p>
      {input}
    </Action>
  )
}

function Renew({ close, show }: { close: () => void; show: (codes: string[]) => void }) {
  const { code, input } = useCode('Code', 'The six digits that your authenticator app shows.')
  const made = useRef<string[]>(undefined)
  return (
    <Action
      title="New recovery codes"
      verb="Make new codes"
      isReady={isTotp(code)}
      close={() => (made.current ? show(made.current) : close())}
      run={async () => {
        const body = { totp: digits(code) }
        const answer = await unwrapAnswer(api.POST('/user/2fa/recovery_code/generate', { body }))
        made.current = answer.recovery_codes
        return answer
      }}
      done={() => 'There are new recovery codes. The earlier ones no longer work.'}
    >
      <p className="flush">Eight new codes replace all earlier ones.</p>
      {input}
    </Action>
  )
}
