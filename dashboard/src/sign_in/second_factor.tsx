import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { CodeField } from '../lib/code_field.tsx'
import { Door } from './door.tsx'

export function SecondFactor({ done }: { done: () => Promise<void> }) {
  return (
    <Door title="Second factor">
      <SecondFactorForm done={done} />
    </Door>
  )
}

/** A code of the app, or a recovery code. */
export function SecondFactorForm({ done }: { done: () => Promise<void> }) {
  const [isRecovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const verify = useMutation({
    mutationFn: (given: string) =>
      isRecovering
        ? unwrapAnswer(
            api.POST('/user/2fa/recovery_code/verify', { body: { recovery_code: given } }),
          )
        : unwrapAnswer(api.POST('/user/2fa/totp/verify', { body: { totp: given } })),
    onSuccess: done,
    onError: () => setCode(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!verify.isPending) verify.mutate(code)
  }
  return (
    <form className="stack" onSubmit={submit}>
      {verify.error && (
        <Alert color="red" role="alert">
          {verify.error.message}
        </Alert>
      )}
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
          onComplete={(given) => !verify.isPending && verify.mutate(given)}
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
