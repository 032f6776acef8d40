// A sign-in at the provider is bound to the browser in which it began: a cookie proves that it is the same one. The
// cookie, the nonce and the code verifier are derived from the challenge, so they are stored nowhere.
import type { Context } from '#kernel/context.ts'
import { derivedText, type Keyring, sameBytes } from '#kernel/crypto.ts'
import type { Binding } from '#core/oidc/oidc.ts'
import { parseCookie } from '#http/sessions.ts'
import { CHALLENGE_MS } from '#resources/people/sign_in_nonces/challenge.ts'

const COOKIE = '__Host-florin_oidc'
const LENGTH = 43
// Lax: the provider's redirect sends the cookie; a form or a script on another site does not.
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

export const CLEARED_BINDING = `${COOKIE}=; ${ATTRIBUTES}; Max-Age=0`

export function bindingCookie(keyring: Keyring, state: string): string {
  return `${COOKIE}=${derived(keyring, 'browser', state)}; ${ATTRIBUTES}; Max-Age=${CHALLENGE_MS / 1000}`
}

export function deriveBinding(keyring: Keyring, state: string): Binding {
  const nonce = derived(keyring, 'nonce', state)
  return { state, nonce, code_verifier: derived(keyring, 'code verifier', state) }
}

/** Undefined if the sign-in began in another browser. */
export function bindingOfBrowser(
  { keyring, request }: Pick<Context, 'keyring' | 'request'>,
  state: string,
): Binding | undefined {
  const { cookie } = request?.headers ?? {}
  const sent = typeof cookie === 'string' ? (parseCookie(cookie, COOKIE) ?? '') : ''
  const found = keyring.all.find((each) =>
    sameBytes(Buffer.from(derived(each, 'browser', state)), Buffer.from(sent)),
  )
  return found && deriveBinding(found, state)
}

function derived(keyring: Keyring, purpose: string, state: string): string {
  return derivedText(keyring.key('single sign-on'), `${purpose}/${state}`, LENGTH)
}
