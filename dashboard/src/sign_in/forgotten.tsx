import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { Door } from './door.tsx'
import { TextLink } from './text_link.tsx'

export function ForgottenPassword() {
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => unwrapAnswer(api.POST('/user/forgot_password', { body: { email } })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ask.isPending) ask.mutate()
  }
  return (
    <Door title="Forgotten password">
      <form onSubmit={submit}>
        {ask.data && (
          <Alert color="teal" role="status">
            {ask.data.message}
          </Alert>
        )}
        {ask.error && (
          <Alert color="red" role="alert">
            {ask.error.message}
          </Alert>
        )}
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
        <Button type="submit" loading={ask.isPending}>
          Send the link
        </Button>
        <TextLink to="/sign-in" size="sm">
          Back to sign in
        </TextLink>
      </form>
    </Door>
  )
}
