import { Button, Divider, PasswordInput, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { type Schemas, standing } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { userQuery } from '../api/session.ts'
import { useChange } from '../lib/change.ts'
import { ErrorAlert } from '../lib/error_alert.tsx'
import { canUsePasskeys, signInWithPasskey } from '../lib/passkeys.ts'
import { Door } from './door.tsx'
import { signInMethods } from './methods.ts'
import { SecondFactor } from './second_factor.tsx'
import { TextLink } from './text_link.tsx'

/** After each step the user is read again: it says whether the session may be used, or what is still missing. */
async function readUser(): Promise<void> {
  await queries.fetchQuery({ ...userQuery, staleTime: 0 })
}

export function SignIn() {
  const { to = '/' } = useSearch({ from: '/sign-in' })
  const { data: user } = useQuery(userQuery)
  if (user?.two_factor_required) return <SecondFactor done={readUser} />
  if (user) return <Navigate to={to} replace />
  return <Password />
}

async function start({ csrf_token }: Schemas['SignedIn']): Promise<void> {
  standing.csrf_token = csrf_token
  await readUser()
}

function Password() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const methods = useQuery(signInMethods)
  const { error, isPending, submit } = useChange({
    isAlone: true,
    run: post('/user/signin', { body: { email, password, transport: 'cookie' } }),
    after: start,
    failed: () => setPassword(''),
  })
  return (
    <Door title="Sign in to Florin">
      <form onSubmit={submit}>
        <ErrorAlert error={error} />
        <TextInput
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={isPending} fullWidth>
          Sign in
        </Button>
        <TextLink to="/forgotten-password" size="sm">
          Forgotten your password?
        </TextLink>
      </form>
      <OtherWays methods={methods.data} />
    </Door>
  )
}

/** Single sign-on and passkeys, if the deployment and the browser have them. */
function OtherWays({ methods }: { methods: Schemas['SignInMethods'] | undefined }) {
  const passkey = useChange({ isAlone: true, run: signInWithPasskey, after: start })
  const hasPasskey = methods?.passkey === true && canUsePasskeys()
  if (!hasPasskey && !methods?.oidc) return null
  return (
    <>
      <Divider my="md" label="or" />
      <div className="stack tight">
        <ErrorAlert error={passkey.error} />
        {hasPasskey && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} />}
            loading={passkey.isPending}
            onClick={() => passkey.send()}
          >
            Sign in with a passkey
          </Button>
        )}
        {methods?.oidc && (
          <Button component="a" href="/user/oidc/begin" variant="default">
            Sign in with {methods.oidc.name}
          </Button>
        )}
      </div>
    </>
  )
}
