// The one-time tokens in mails to users. They are derived from a number in the row, so they are stored nowhere, and
// a new number makes the old token useless.
import { DAY_MS } from '#kernel/clock.ts'
import { derivedText, type Keyring, sameBytes } from '#kernel/crypto.ts'
import type { MembershipRow, UserRow } from './store.ts'

const SECRET_LENGTH = 43
const SEPARATOR = '.'

type Invited = Pick<MembershipRow, 'entity_id' | 'user_id' | 'invitations'>
type Forgetful = Pick<UserRow, 'user_id' | 'resets'>

export function invitationToken(keyring: Keyring, membership: Invited): string {
  const { entity_id, user_id, invitations } = membership
  return token(keyring, 'invitations', [entity_id, user_id], invitations)
}

export function resetToken(keyring: Keyring, { user_id, resets }: Forgetful): string {
  return token(keyring, 'password resets', [user_id], resets)
}

export function isInvitationToken(keyring: Keyring, membership: Invited, sent: string): boolean {
  return keyring.all.some((each) => isSame(invitationToken(each, membership), sent))
}

export function isResetToken(keyring: Keyring, user: Forgetful, sent: string): boolean {
  return keyring.all.some((each) => isSame(resetToken(each, user), sent))
}

/** Ending sessions only takes access away, so the link may be used more than once while it is valid. */
export const END_SESSIONS_MS = 7 * DAY_MS

export function endSessionsToken(keyring: Keyring, user_id: string, expires_at: Date): string {
  const end = expires_at.getTime()
  return token(keyring, 'session ends', [user_id, end.toString(36)], end)
}

/** Whose sessions the token ends; undefined if it is not valid now. */
export function userToSignOut(keyring: Keyring, sent: string, now: Date): string | undefined {
  const [user_id = '', end = ''] = idsIn(sent)
  const expires_at = new Date(Number.parseInt(end, 36))
  if (!(now < expires_at)) return undefined
  const isValid = keyring.all.some((each) =>
    isSame(endSessionsToken(each, user_id, expires_at), sent),
  )
  return isValid ? user_id : undefined
}

/** The ids in a token, which prove nothing. */
export function idsIn(sent: string): string[] {
  return sent.split(SEPARATOR).slice(0, -1)
}

/** Behind the `#`, which browsers send to no server. */
export function invitationUrl(public_url: string, sent: string): string {
  return `${public_url}/user/invitation#${sent}`
}

export function endSessionsUrl(public_url: string, sent: string): string {
  return `${public_url}/user/end_sessions#${sent}`
}

export function resetUrl(public_url: string, sent: string): string {
  return `${public_url}/user/reset#${sent}`
}

function token(keyring: Keyring, purpose: string, ids: readonly string[], nth: number): string {
  const secret = derivedText(keyring.key(purpose), [...ids, nth].join('/'), SECRET_LENGTH)
  return [...ids, secret].join(SEPARATOR)
}

function isSame(expected: string, sent: string): boolean {
  return sameBytes(Buffer.from(expected), Buffer.from(sent))
}
