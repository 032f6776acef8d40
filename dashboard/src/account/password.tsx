import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { announce } from '../frame/announce.tsx'
import { useUser } from '../api/session.ts'
import { Card } from '../lib/details.tsx'
import { FormError, useForm } from '../lib/form.tsx'
import styles from './account.module.css'

const EMPTY = { old_password: '', new_password: '' }

export function Password() {
  const { email } = useUser()
  const change = useMutation({
    mutationFn: (body: typeof EMPTY) => unwrapAnswer(api.POST('/user/change_password', { body })),
    async onSuccess() {
      form.set(EMPTY)
      announce('done', 'Your password is changed, and your other sessions have ended.')
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  const form = useForm(EMPTY, change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate(form.values)
  }
  const isReady = form.values.old_password !== '' && form.values.new_password !== ''
  return (
    <Card title="Password">
      <form onSubmit={submit} className={styles.body}>
        <FormError error={change.error} fields={['old_password', 'new_password']} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <div className={styles.fields}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.input('old_password')}
          />
          <PasswordInput
            label="New password"
            description="12 to 70 characters. Common passwords are refused."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autoComplete="new-password"
            {...form.input('new_password')}
          />
        </div>
        <p>A new password ends all your other sessions.</p>
        <div>
          <Button type="submit" variant="default" loading={change.isPending} disabled={!isReady}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  )
}
