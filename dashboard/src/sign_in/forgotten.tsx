import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { useChange } from '../lib/change.ts'
import { ErrorAlert } from '../lib/error_alert.tsx'
import { Door } from './door.tsx'
import { TextLink } from './text_link.tsx'

export function ForgottenPassword() {
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState('')
  const { error, isPending, submit } = useChange({
    isAlone: true,
    run: post('/user/forgot_password', { body: { email } }),
    next: (answer) => setMessage(answer.message),
  })
  return (
    <Door title="Forgotten password">
      <form onSubmit={submit}>
        {message !== '' && (
          <Alert color="teal" role="status">
            {message}
          </Alert>
        )}
        <ErrorAlert error={error} />
        <TextInput
          label="E-mail address"
          description="We send a link with which you choose a new password."
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={isPending}>
          Send the link
        </Button>
        <TextLink to="/sign-in" size="sm">
          Back to sign in
        </TextLink>
      </form>
    </Door>
  )
}
