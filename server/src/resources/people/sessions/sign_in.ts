import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { isOutdated } from '#kernel/passwords.ts'
import { Failure } from '#errors.ts'
import type { WithHeaders } from '#http/download.ts'
import { userById } from '#resources/people/users/access.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import { userWithPassword } from './password.ts'
import type { SignedIn, SignIn } from './schema.ts'
import { startSession } from './start.ts'

/** One message for a wrong password, an address that does not exist, and a user without a password. */
export function wrongPassword(): Failure {
  return new Failure('AU_01', 'The e-mail or the password is wrong.')
}

export async function signIn(context: Context, input: SignIn): Promise<WithHeaders<SignedIn>> {
  const checked = await userWithPassword(context, input)
  if (checked === undefined) throw wrongPassword()
  const set = await rehashed(context, checked, input.password)
  const { transport = 'bearer', device_token } = input
  return retryOnConflict(async () => {
    const user = await userById(context.db, checked.user_id)
    // Changed since it was checked.
    if (user?.password_hash !== checked.password_hash) throw wrongPassword()
    const is_verified = user.totp_secret === null
    return startSession(context, user, { is_verified, transport, device_token, set })
  })
}

/** Only now the password is known. */
async function rehashed({ passwords }: Context, { password_hash }: UserRow, password: string) {
  if (password_hash === null || !isOutdated(password_hash)) return {}
  return { password_hash: await passwords.hash(password) }
}
