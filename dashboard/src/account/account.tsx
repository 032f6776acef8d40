import { Alert } from '@mantine/core'
import { useUser } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Details } from '../lib/details.tsx'
import styles from './account.module.css'
import { ChangeName } from './name.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { PreferencesCard } from './preferences.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two_factor.tsx'

/** Sign-in methods and preferences. Nothing here concerns the merchant. */
export function Account() {
  const user = useUser()
  const { name, email, user_id, role_name, last_signed_in_at, merchants, merchant_id } = user
  const merchant = merchants.find((each) => each.merchant_id === merchant_id)
  return (
    <div className={styles.page}>
      <h1>Your account</h1>
      {user.two_factor_setup_required && (
        <Alert color="yellow" role="alert" title="Set up a second factor to go on">
          {merchant?.merchant_name ?? 'This merchant'} requires two-factor authentication. Turn on
          an authenticator app below, or add a passkey and sign in with it.
        </Alert>
      )}
      <Card title="You" aside={<ChangeName name={name} />}>
        <Details
          rows={[
            ['Name', name ?? <span className="faint">Not given</span>],
            ['E-mail', email],
            ['Role', merchant ? `${role_name ?? 'None'} at ${merchant.merchant_name}` : role_name],
            ['Last sign-in', <Moment key="at" at={last_signed_in_at} />],
            ['User ID', <Id key="id">{user_id}</Id>],
          ]}
        />
      </Card>
      <PreferencesCard />
      <Password />
      <TwoFactor isEnabled={user.two_factor_enabled} />
      <Passkeys />
      <Sessions />
    </div>
  )
}
