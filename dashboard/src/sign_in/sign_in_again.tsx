// Over the page: the person signs in again and works on for the same merchant.
import { Alert, Button, Modal, PasswordInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { unwrapAnswer, api, type Schemas, standing } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { finishSignIn } from '../api/recent.ts'
import { type User, userQuery } from '../api/session.ts'
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
  const signIn = useMutation({
    mutationFn: async (begin: () => Promise<Schemas['SignedIn']>) => {
      // The server ends the session from before.
      const { csrf_token, two_factor_required, user: person } = await begin()
      standing.csrf_token = csrf_token
      if (person.user_id !== user.user_id) await leave()
      else if (two_factor_required) setCodeNeeded(true)
      else await finish()
    },
  })
  const close = () => {
    finishSignIn(false)
    // The new session has no second factor yet: the sign-in page asks for it.
    if (isCodeNeeded) void queries.invalidateQueries(userQuery).then(() => router.invalidate())
  }
  const withPassword = () => {
    const body = { email: user.email, password, transport: 'cookie' as const }
    return unwrapAnswer(api.POST('/user/signin', { body }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!signIn.isPending) signIn.mutate(withPassword)
  }
  return (
    <Modal opened onClose={close} title="Sign in again" centered zIndex={300}>
      {isCodeNeeded ? (
        <SecondFactorForm done={finish} />
      ) : (
        <form className="stack" onSubmit={submit}>
          <p className="flush">
            You signed in a while ago. To change how you sign in, show that it is you.
          </p>
          {signIn.error && (
            <Alert color="red" role="alert">
              {signIn.error.message}
            </Alert>
          )}
          <PasswordInput
            label={`Password of ${user.email}`}
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
            usePasskey={() => signIn.mutate(signInWithPasskey)}
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

/** A passkey of another person signed in: nobody works on in the name of somebody else. */
async function leave(): Promise<void> {
  await unwrapAnswer(api.POST('/user/signout')).catch(() => undefined)
  queries.setQueryData(userQuery.queryKey, null)
  finishSignIn(false)
}

/** A new session works for the first merchant of the person; this one goes on where the old one was. */
async function keepMerchant({ merchant_id }: User): Promise<void> {
  const { data } = await api.GET('/user')
  if (merchant_id !== null && data?.merchant_id !== merchant_id)
    await unwrapAnswer(api.POST('/user/switch_merchant', { body: { merchant_id } }))
  await queries.fetchQuery({ ...userQuery, staleTime: 0 })
}
