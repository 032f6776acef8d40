import type { Context } from '#kernel/context.ts'
import type { Oidc } from '#core/oidc/oidc.ts'
import { Failure } from '#errors.ts'

export function requireProvider({ oidc }: Pick<Context, 'oidc'>): Oidc {
  if (oidc !== undefined) return oidc
  const message =
    'This deployment has no single sign-on. Sign in with a password or a passkey; its operator can set FLORIN_OIDC_ISSUER.'
  throw new Failure('IR_05', message)
}

/** The provider must know it: it is registered there. */
export function callbackUrl({ public_url }: Pick<Context, 'public_url'>): string {
  return `${public_url}/user/oidc/callback`
}
