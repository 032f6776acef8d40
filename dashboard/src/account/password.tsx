import { post } from '../api/change.ts'
import { useUser } from '../api/session.ts'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { Card } from '../lib/details.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import styles from './account.module.css'

const fields = {
  old_password: {
    kind: 'password',
    label: 'Current password',
    autoComplete: 'current-password',
    row: 'passwords',
  },
  new_password: {
    kind: 'password',
    label: 'New password',
    description: '12 to 70 characters. Common passwords are refused.',
    autoComplete: 'new-password',
    row: 'passwords',
  },
} satisfies Fields

export function Password() {
  const { email } = useUser()
  const form = useFields(fields)
  const { old_password, new_password } = form.values
  const change = useChange({
    form,
    run: post('/user/change_password', { body: { old_password, new_password } }),
    done: () => 'Your password is changed, and your other sessions have ended.',
    next: () => form.set({ old_password: '', new_password: '' }),
  })
  return (
    <Card title="Password">
      <div className={styles.body}>
        <ApiForm
          change={change}
          form={form}
          verb="Change password"
          isReady={old_password !== '' && new_password !== ''}
        >
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {form.all}
          <p>A new password ends all your other sessions.</p>
        </ApiForm>
      </div>
    </Card>
  )
}
