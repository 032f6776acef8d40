import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { WithHeaders } from '#http/download.ts'
import { Failure } from '#errors.ts'
import { useChallenge } from '#resources/people/sign_in_nonces/challenge.ts'
import { startSession } from '#resources/people/sessions/start.ts'
import { bindingOfBrowser, CLEARED_BINDING } from './binding.ts'
import { readVerifiedEmail, linkedUser } from './link.ts'
import { callbackUrl, requireProvider } from './provider.ts'
import type { FinishSignIn, SignInFinished } from './schema.ts'

/**
 * The provider has sent the browser back, and the person has pressed the button. The provider is responsible for the second factor, so the session needs no
 * other one. The sign-in is used up first: a provider may revoke everything if it gets a code twice.
 */
export async function finishSingleSignOn(
  context: Context,
  sent: FinishSignIn,
): Promise<WithHeaders<SignInFinished>> {
  const oidc = requireProvider(context)
  const { state = '' } = sent
  const binding = bindingOfBrowser(context, state)
  const use = binding && (await useChallenge(context, 'oidc', state))
  if (!use || !(await context.tryCommit(use))) throw notStarted()
  const url = new URL(callbackUrl(context))
  url.search = new URLSearchParams(sent).toString()
  const person = await oidc.identify(url, binding)
  const email = await readVerifiedEmail(context, person)
  const signedIn = await retryOnConflict(async () => {
    const { user, merchant_id, set, writes } = await linkedUser(context, oidc.name, person, email)
    const { has_two_factors } = person
    const how = {
      is_verified: true,
      has_two_factors,
      transport: 'cookie',
      merchant_id,
      set,
    } as const
    return startSession(context, user, how, ...writes)
  })
  const cookies = [signedIn.headers['Set-Cookie'] ?? []].flat()
  const headers = { 'Set-Cookie': [...cookies, CLEARED_BINDING] }
  return new WithHeaders({ url: '/dashboard' }, headers)
}

function notStarted(): Failure {
  const message =
    'This sign-in did not start in this browser, took longer than five minutes, or was completed already. Start again: GET /user/oidc/begin.'
  return new Failure('AU_01', message)
}
