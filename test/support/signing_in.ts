// Users with a password, and the links in their mails.
import { computeCode, fromBase32, stepAt } from '#kernel/totp.ts'
import { addMs, HOUR_MS } from '#kernel/clock.ts'
import type { Answer, Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { addUser } from '#testing/team.ts'
import { userById, userUpdate } from '#resources/people/users/access.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import { resetToken } from '#resources/people/users/tokens.ts'

export const PASSWORD = 'orbit walnut crayon'
export const WRONG = 'marble thicket drone'

let hash: Promise<string> | undefined

/** With the password `PASSWORD`, which the mailbox owner has chosen. */
export async function addPerson(
  shop: Shop,
  role_id = 'merchant_admin',
  parts: Partial<UserRow> = {},
): Promise<UserRow> {
  hash ??= shop.services.passwords.hash(PASSWORD)
  const mailbox_proven_at = shop.services.clock.now()
  return addUser(shop, role_id, { password_hash: await hash, mailbox_proven_at, ...parts })
}

interface SignInParts {
  readonly password?: string
  readonly device_token?: string
  readonly transport?: string
  readonly address?: string
  readonly cookie?: string
}

/** From any address: the server trusts one proxy. */
export function signIn(
  shop: Client,
  email: string,
  { address, cookie, password = PASSWORD, ...rest }: SignInParts = {},
): Promise<Answer> {
  const headers = {
    ...(address === undefined ? {} : { 'X-Forwarded-For': address }),
    ...(cookie === undefined ? {} : { Cookie: cookie }),
  }
  return shop.with(undefined).post('/user/signin', { email, password, ...rest }, { headers })
}

/** Runs the job that sends the mail: the token comes from its link. */
export async function mailedReset(shop: Shop, { user_id }: UserRow): Promise<string> {
  const { db, commit, clock, keyring } = shop.services
  const user = await userById(db, user_id)
  if (user === undefined) throw new Error('the user does not exist')
  const set = { resets: user.resets + 1, reset_expires_at: addMs(clock.now(), 24 * HOUR_MS) }
  await commit(userUpdate(user, set))
  return resetToken(keyring, { user_id, resets: set.resets })
}

/** The code that the app shows. */
export function codeNow(shop: Shop, secret: string): string {
  return computeCode(fromBase32(secret), stepAt(shop.clock.now()))
}

export function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}
