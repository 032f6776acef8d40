import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { useChange } from '../lib/change.ts'
import { CodeField } from '../lib/code_field.tsx'
import { ErrorAlert } from '../lib/error_alert.tsx'
import { Door } from './door.tsx'

export function SecondFactor({ done }: { done: () => Promise<void> }) {
  return (
    <Door title="Second factor">
      <SecondFactorForm done={done} />
    </Door>
  )
}

/** An app code or a recovery code. */
export function SecondFactorForm({ done }: { done: () => Promise<void> }) {
  const [isRecovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const request = (given: string) =>
    isRecovering
      ? post('/user/2fa/recovery_code/verify', { body: { recovery_code: given } })
      : post('/user/2fa/totp/verify', { body: { totp: given } })
  const verify = useChange({
    isAlone: true,
    run: (key) => request(code)(key),
    after: done,
    failed: () => setCode(''),
  })
  return (
    <form className="stack" onSubmit={verify.submit}>
      <ErrorAlert error={verify.error} />
      {isRecovering ? (
        <TextInput
          label="Recovery code"
          description="One of the codes that you stored. Each works once."
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : (
        <CodeField
          autoFocus
          value={code}
          onChange={setCode}
          onComplete={(given) => verify.send((key) => request(given)(key))}
        />
      )}
      <Button type="submit" loading={verify.isPending}>
        Continue
      </Button>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => {
          setRecovering(!isRecovering)
          setCode('')
          verify.reset()
        }}
      >
        {isRecovering ? 'Use the authenticator app' : 'Use a recovery code'}
      </Anchor>
    </form>
  )
}
