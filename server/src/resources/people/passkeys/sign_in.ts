import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { WithHeaders } from '#http/download.ts'
import { newChallenge, useChallenge } from '#resources/people/sign_in_nonces/challenge.ts'
import type { SignedIn } from '#resources/people/sessions/schema.ts'
import { startSession } from '#resources/people/sessions/start.ts'
import { userById } from '#resources/people/users/access.ts'
import type { SignInChallenge, SignInWithPasskey } from './schema.ts'
import { findCredential, passkeys } from './store.ts'
import { refused, signInOptions, verifySignIn } from './webauthn.ts'

/** The same for every user: the authenticator knows whose passkeys it has. */
export async function beginSignIn(context: Context): Promise<SignInChallenge> {
  const { challenge_id, write } = newChallenge(context, 'passkey_sign_in')
  const options = await signInOptions(context, challenge_id)
  await context.commit(write)
  return { challenge_id, options }
}

/** A passkey is two factors: the device, and the finger or PIN that it asks for. */
export function signInWithPasskey(
  context: Context,
  { challenge_id, response, transport = 'bearer', device_token }: SignInWithPasskey,
): Promise<WithHeaders<SignedIn>> {
  return retryOnConflict(async () => {
    const { db, clock } = context
    const use = await useChallenge(context, 'passkey_sign_in', challenge_id)
    const passkey = await findCredential(db, response.id)
    if (use === undefined || passkey === undefined) throw refused()
    const { counter, is_synced } = await verifySignIn(context, response, challenge_id, passkey)
    const user = await userById(db, passkey.user_id)
    if (user === undefined) throw refused()
    const used = update(passkeys, passkey, { counter, is_synced, last_used_at: clock.now() })
    const how = { is_verified: true, has_two_factors: true, transport, device_token }
    return startSession(context, user, how, use, used)
  })
}
