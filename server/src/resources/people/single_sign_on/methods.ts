import type { Context } from '#kernel/context.ts'
import { relyingParty } from '#resources/people/passkeys/webauthn.ts'
import type { SignInMethods } from './schema.ts'

/** Methods that a sign-in page offers. */
export async function signInMethods({ public_url, oidc }: Context): Promise<SignInMethods> {
  return {
    password: true,
    passkey: relyingParty(public_url) !== undefined,
    oidc: oidc === undefined ? null : { name: oidc.name },
  }
}
