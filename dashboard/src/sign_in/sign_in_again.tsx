// Over the page: the person signs in again and works on for the same merchant.
import { Button, Modal, PasswordInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { unwrapAnswer, api, type Schemas, standing } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { finishSignIn } from '../api/recent.ts'
import { type User, userQuery } from '../api/session.ts'
import { useChange } from '../lib/change.ts'
import { ErrorAlert } from '../lib/error_alert.tsx'
import { canUsePasskeys, signInWithPasskey } from '../lib/passkeys.ts'
import { signInMethods } from './methods.ts'
import { SecondFactorForm } from './second_factor.tsx'

export function SignInAgain({ user }: { user: User }) {
  const router = useRouter()
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const [password, setPassword] = useState('')
  const finish = async () => {
    await keepMerchant(user)
    finishSignIn(true)
  }
  /** The server ends the session from before. */
  const begin = (request: (key: string) => Promise<Schemas['SignedIn']>) => async (key: string) => {
    const { csrf_token, two_factor_required, user: person } = await request(key)
    standing.csrf_token = csrf_token
    if (person.user_id !== user.user_id) await leave()
    else if (two_factor_required) setCodeNeeded(true)
    else await finish()
  }
  const body = { email: user.email, password, transport: 'cookie' as const }
  const signIn = useChange({ isAlone: true, run: begin(post('/user/signin', { body })) })
  const close = () => {
    finishSignIn(false)
    // The new session has no second factor yet: the sign-in page asks for it.
    if (isCodeNeeded) void queries.invalidateQueries(userQuery).then(() => router.invalidate())
  }
  return (
    <Modal opened onClose={close} title="Sign in again" centered zIndex={300}>
      {isCodeNeeded ? (
        <SecondFactorForm done={finish} />
      ) : (
        <form className="stack" onSubmit={signIn.submit}>
          <p className="flush">Confirm your identity before you change how you sign in.</p>
          <ErrorAlert error={signIn.error} />
          <PasswordInput
            label={`Password for ${user.email}`}
            autoComplete="current-password"
            data-autofocus
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={signIn.isPending}>
            Continue
          </Button>
          <OtherWays
            isBusy={signIn.isPending}
            usePasskey={() => signIn.send(begin(signInWithPasskey))}
          />
        </form>
      )}
    </Modal>
  )
}

function OtherWays({ isBusy, usePasskey }: { isBusy: boolean; usePasskey: () => void }) {
  const { data: methods } = useQuery(signInMethods)
  return (
    <>
      {methods?.passkey === true && canUsePasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} />}
          disabled={isBusy}
          onClick={usePasskey}
        >
          Use a passkey
        </Button>
      )}
      {methods?.oidc && (
        <p className="faint flush">
          If you sign in with {methods.oidc.name}, sign out and sign in again.
        </p>
      )}
    </>
  )
}

/** Another person's passkey signed in: the session does not continue under another name. */
async function leave(): Promise<void> {
  await unwrapAnswer(api.POST('/user/signout')).catch(() => undefined)
  queries.setQueryData(userQuery.queryKey, null)
  finishSignIn(false)
}

/** A new session starts at the person's first merchant; this one continues at the old session's merchant. */
async function keepMerchant({ merchant_id }: User): Promise<void> {
  const { data } = await api.GET('/user')
  if (merchant_id !== null && data?.merchant_id !== merchant_id)
    await unwrapAnswer(api.POST('/user/switch_merchant', { body: { merchant_id } }))
  await queries.fetchQuery({ ...userQuery, staleTime: 0 })
}
