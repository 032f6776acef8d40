import type { Context } from '#kernel/context.ts'
import { Redirect } from '#http/download.ts'
import { newChallenge } from '#resources/people/sign_in_nonces/challenge.ts'
import { bindingCookie, deriveBinding } from './binding.ts'
import { callbackUrl, requireProvider } from './provider.ts'

/** Redirects the browser to the provider. */
export async function beginSingleSignOn(context: Context): Promise<Redirect> {
  const { keyring } = context
  const oidc = requireProvider(context)
  const { challenge_id: state, write } = newChallenge(context, 'oidc')
  const url = await oidc.authorizationUrl(callbackUrl(context), deriveBinding(keyring, state))
  await context.commit(write)
  return new Redirect(url, { 'Set-Cookie': bindingCookie(keyring, state) })
}
