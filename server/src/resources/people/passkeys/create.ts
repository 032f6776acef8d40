import { insert } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { freeSlot } from '#kernel/slots.ts'
import { Failure } from '#errors.ts'
import { newChallenge, useChallenge } from '#resources/people/sign_in_nonces/challenge.ts'
import { accountMail } from '#resources/people/sessions/account_mail.ts'
import { checkRecentSignIn } from '#resources/people/sessions/recent.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { holdUser } from '#resources/people/users/team.ts'
import { toApi } from './read.ts'
import { type CreatePasskey, MAX_PASSKEYS, type Passkey } from './schema.ts'
import { findCredential, findUserPasskeys, type PasskeyRow, passkeys } from './store.ts'
import { challengeIn, creationOptions, verifyCreation } from './webauthn.ts'

/** Options for the browser to create a passkey for the session's user. */
export async function beginPasskey(context: Context): Promise<object> {
  const user = await currentUser(context)
  await checkRecentSignIn(context)
  const existing = await findUserPasskeys(context.db, user.user_id)
  takeSlot(existing)
  const { challenge_id, write } = newChallenge(context, 'passkey_creation', user.user_id)
  const options = await creationOptions(context, user, existing, challenge_id)
  await context.commit(write)
  return options
}

/** The challenge is found by the text that the browser signed, and works for the user who asked for it. */
export async function createPasskey(
  context: Context,
  { response, name = 'Passkey' }: CreatePasskey,
): Promise<Passkey> {
  const challenge = challengeIn(response.response.clientDataJSON)
  const { transports = [] } = response.response
  return retryOnConflict(async () => {
    // The user is held: a password reset, which ends this session, leaves no passkey from it.
    const user = await currentUser(context)
    await checkRecentSignIn(context)
    const { user_id } = user
    const use = await useChallenge(context, 'passkey_creation', challenge, user_id)
    if (use === undefined) throw expired()
    const verified = await verifyCreation(context, response, challenge)
    if (await findCredential(context.db, verified.credential_id)) throw duplicate()
    const row: PasskeyRow = {
      user_id,
      passkey_id: newId('psk'),
      slot: takeSlot(await findUserPasskeys(context.db, user_id)),
      name,
      ...verified,
      transports,
      last_used_at: null,
      created: context.clock.now(),
      version: 1,
    }
    const mail = await accountMail(context, 'passkey_added', user, row.passkey_id, { name })
    await context.commit(insert(passkeys, row), use, holdUser(user), ...mail)
    return toApi(row)
  })
}

function takeSlot(existing: readonly PasskeyRow[]): number {
  const slot = freeSlot(existing, MAX_PASSKEYS)
  if (slot !== undefined) return slot
  const message = `A user can have ${MAX_PASSKEYS} passkeys. Delete one before you add another.`
  throw new Failure('IR_16', message)
}

function expired(): Failure {
  const message =
    'This request for a passkey has expired or was used already. Start again: POST /user/passkeys/begin.'
  return new Failure('IR_14', message)
}

function duplicate(): Failure {
  return new Failure('HE_01', 'This passkey is registered already.')
}
