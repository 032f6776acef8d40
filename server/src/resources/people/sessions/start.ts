// The single entry point: every kind of sign-in ends here.
import { evict, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { WithHeaders } from '#http/download.ts'
import { csrfToken, hashSessionToken, sentSession, sessionCookie } from '#http/sessions.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import { accountMail } from './account_mail.ts'
import { type Device, deviceCookie, deviceToken, knownDevice } from './devices.ts'
import { newSession } from './open.ts'
import type { SignedIn } from './schema.ts'
import {
  findUserMerchants,
  findSessionByToken,
  findUserSessions,
  sessions,
  type SessionRow,
} from './store.ts'

/** The oldest one ends when another begins. */
const MAX_SESSIONS = 30

export type Transport = 'bearer' | 'cookie'

export interface HowSignedIn {
  /** False: the user has a second factor, and has not given it yet. */
  readonly is_verified: boolean
  /** The sign-in itself was two factors. */
  readonly has_two_factors?: boolean
  readonly transport: Transport
  /** From the body; a cookie is read from the request. */
  readonly device_token?: string | undefined
  /** The merchant that the user works at first, if the user has no role there yet. */
  readonly merchant_id?: string | undefined
  /** Other user columns to change. */
  readonly set?: Partial<Omit<UserRow, 'version'>>
}

/**
 * Commits the session together with the other writes. It conflicts if the user has changed since the row was read: call it
 * within `retryOnConflict`, and read and check the user there.
 */
export async function startSession(
  context: Context,
  user: UserRow,
  how: HowSignedIn,
  ...writes: Write[]
): Promise<WithHeaders<SignedIn>> {
  const { clock, db } = context
  const now = clock.now()
  const { user_id } = user
  const { is_verified, has_two_factors = false } = how
  const known = knownDevice(context, user_id, how.device_token)
  const [merchant] = await findUserMerchants(db, user_id, 1)
  const merchant_id = how.merchant_id ?? merchant?.merchant_id ?? null
  const opened = newSession(context, { user_id, merchant_id, is_verified, has_two_factors })
  await context.commit(
    userUpdate(user, { ...how.set, last_signed_in_at: now }),
    opened.write,
    ...(await surplus(context, user_id)),
    ...(await replaced(context)),
    ...(known ? [] : await newDeviceMail(context, user, opened.row)),
    ...writes,
  )
  return signedIn(context, user, how, { ...opened, known })
}

async function surplus({ db }: Context, user_id: string): Promise<Write[]> {
  const open = await findUserSessions(db, user_id)
  return open.slice(MAX_SESSIONS - 1).map((row) => evict(sessions, row))
}

/** The session that the browser or the program had before ends with the sign-in that replaces it. */
async function replaced({ db, keyring, request }: Context): Promise<Write[]> {
  const sent = request && sentSession(request)
  if (sent === undefined) return []
  const hashes = keyring.all.map((each) => hashSessionToken(each, sent.token))
  const found = await Promise.all(hashes.map((hash) => findSessionByToken(db, hash)))
  return found.filter((row) => row !== undefined).map((row) => evict(sessions, row))
}

/** A user's first sign-in sends none. A program that sends no device token is new each time: it gets few mails. */
async function newDeviceMail(
  context: Context,
  user: UserRow,
  { session_id }: SessionRow,
): Promise<Write[]> {
  if (user.last_signed_in_at === null) return []
  return accountMail(context, 'new_sign_in', user, session_id)
}

interface Started {
  readonly row: SessionRow
  readonly token: string
  readonly known: Device | undefined
}

/** A device is known once the user has given everything, or else a password alone would buy tries at the second factor. */
function signedIn(
  context: Context,
  { user_id, email, name, totp_secret }: UserRow,
  { transport, set, is_verified }: HowSignedIn,
  { row, token, known }: Started,
): WithHeaders<SignedIn> {
  const { expires_at, merchant_id } = row
  const device = is_verified ? deviceToken(context, user_id, known, totp_secret !== null) : null
  const isCookie = transport === 'cookie'
  const body: SignedIn = {
    token: isCookie ? null : token,
    csrf_token: csrfToken(context.keyring, row),
    expires_at,
    two_factor_required: !is_verified,
    device_token: isCookie ? null : device,
    user: { user_id, email, name: set?.name ?? name },
    merchant_id,
  }
  if (!isCookie) return new WithHeaders(body, {})
  const cookies = [sessionCookie(token, expires_at)]
  if (device !== null) cookies.push(deviceCookie(device, row.created))
  return new WithHeaders(body, { 'Set-Cookie': cookies })
}
