// The one-time tokens in mails to users. They are derived from a number in the row, so they are stored nowhere, and
// a new number makes the old token useless.
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

/** The ids in a token, which prove nothing. */
export function idsIn(sent: string): string[] {
  return sent.split(SEPARATOR).slice(0, -1)
}

/** Behind the `#`, which browsers send to no server. */
export function invitationUrl(public_url: string, sent: string): string {
  return `${public_url}/user/invitation#${sent}`
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
