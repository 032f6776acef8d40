// Checks passwords, and sets new ones.
import { passwordMistake } from '#kernel/password_rules.ts'
import { evict, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { subscriberNetwork } from '#kernel/networks.ts'
import { Failure } from '#errors.ts'
import { WithHeaders } from '#http/download.ts'
import { type Bucket, guess } from '#resources/people/sign_in_limits/guess.ts'
import { normalEmail, userByEmail, type UserRow } from '#resources/people/users/read.ts'
import { type Device, deviceCookie, deviceToken, isEarlier, knownDevice } from './devices.ts'
import type { PasswordChanged } from './schema.ts'
import { findUserSessions, sessions } from './store.ts'

/** The product, whose name is a first guess too. */
export const PRODUCT = 'Florin'

interface Sent {
  readonly email: string
  readonly password: string
  readonly device_token?: string | undefined
}

/**
 * The user, if this is their password. An address that does not exist costs as much time, and as many tries, as one that
 * does.
 */
export async function userWithPassword(
  context: Context,
  { email, password, device_token }: Sent,
): Promise<UserRow | undefined> {
  const user = await userByEmail(context.db, email)
  const device = user && knownDevice(context, user.user_id, device_token)
  return guess(context, passwordBuckets(context, email, user, device), async () => {
    const stored = user?.password_hash ?? null
    const isRight = await context.passwords.verify(password, stored, {
      is_known: device !== undefined,
    })
    return isRight ? user : undefined
  })
}

/** The owner's device has separate tries, so others cannot use them up. */
function passwordBuckets(
  context: Context,
  email: string,
  user: UserRow | undefined,
  device: Device | undefined,
): Bucket[] {
  const subject = normalEmail(email)
  if (user && device) {
    const own: Bucket = { policy: 'password_from_device', subject, source: device.device_id }
    if (!isEarlier(device, user.password_changed_at)) return [own]
    return [own, { policy: 'password_from_earlier_devices', subject, source: '' }]
  }
  const source = subscriberNetwork(context.request?.ip ?? '')
  return [
    { policy: 'password_from_address', subject, source },
    { policy: 'password_from_strangers', subject, source: '' },
  ]
}

/** Columns for a new password, if it may be chosen. */
export async function newPassword(
  { passwords, clock }: Context,
  { email, name }: Pick<UserRow, 'email' | 'name'>,
  password: string,
  field: string,
) {
  const mistake = passwordMistake(password, [email, name ?? '', PRODUCT])
  if (mistake !== undefined) throw new Failure('IR_04', mistake, { field })
  const password_hash = await passwords.hash(password)
  const now = clock.now()
  return { password_hash, password_changed_at: now, modified_at: now }
}

/** The device that changed the password is known from now on, whatever strangers do. */
export function passwordChanged(
  context: Context,
  user_id: string,
  message: string,
  isCookie: boolean,
  device_token?: string,
): WithHeaders<PasswordChanged> {
  const device = deviceToken(context, user_id, knownDevice(context, user_id, device_token), false)
  const done = { status: 'ok', message } as const
  if (!isCookie) return new WithHeaders({ ...done, device_token: device }, {})
  const cookie = deviceCookie(device, context.clock.now())
  return new WithHeaders({ ...done, device_token: null }, { 'Set-Cookie': cookie })
}

/** Ends a user's sessions in a change's commit, all or all but one. */
export async function endSessions(
  { db }: Pick<Context, 'db'>,
  user_id: string,
  except?: string,
): Promise<Write[]> {
  const open = await findUserSessions(db, user_id)
  return open.filter(({ session_id }) => session_id !== except).map((row) => evict(sessions, row))
}
