// Devices from which a user has signed in. A device has a signed token, which is stored nowhere: it proves that its
// owner knew the password once, or had the mailbox, and gives it separate tries while others guess.
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { derivedText, type Keyring, sameBytes } from '#kernel/crypto.ts'
import { parseCookie } from '#http/sessions.ts'

const DEVICE_COOKIE = '__Host-florin_device'
const LIFETIME_MS = 180 * DAY_MS
const ID_LENGTH = 20
const SIGNATURE_LENGTH = 43
const SEPARATOR = '.'

export interface Device {
  readonly device_id: string
  readonly user_id: string
  /** In milliseconds. */
  readonly expires: number
  /** The second factor was given on it too. */
  readonly has_second_factor: boolean
}

/** The token is older than the password, so it may belong to a person who knew the earlier one. */
export function isEarlier({ expires }: Device, password_changed_at: Date | null): boolean {
  return expires - LIFETIME_MS < (password_changed_at?.getTime() ?? 0)
}

type Sent = Pick<Context, 'clock' | 'keyring' | 'request'>

/** A user's device, by the token in the body or else by the cookie; undefined for another user's device. */
export function knownDevice(
  { clock, keyring, request }: Sent,
  user_id: string,
  device_token?: string,
): Device | undefined {
  const { cookie } = request?.headers ?? {}
  const stored = typeof cookie === 'string' ? parseCookie(cookie, DEVICE_COOKIE) : undefined
  const device = readToken(keyring, device_token ?? stored ?? '')
  const isValid = device?.user_id === user_id && device.expires > clock.now().getTime()
  return isValid ? device : undefined
}

/** A token for this device: for the same one with a later end, or for a new one. */
export function deviceToken(
  context: Pick<Context, 'clock' | 'keyring' | 'secret'>,
  user_id: string,
  known: Device | undefined,
  gaveSecondFactor: boolean,
): string {
  const { clock, keyring } = context
  const has_second_factor = gaveSecondFactor || known?.has_second_factor === true
  const device_id = known?.device_id ?? context.secret(ID_LENGTH)
  const expires = addMs(clock.now(), LIFETIME_MS).getTime()
  return signed(keyring, { device_id, user_id, expires, has_second_factor })
}

/** Readable by no script, and sent only by pages on this host. */
export function deviceCookie(token: string, now: Date): string {
  const expires = addMs(now, LIFETIME_MS).toUTCString()
  return `${DEVICE_COOKIE}=${token}; Path=/; Secure; HttpOnly; SameSite=Strict; Expires=${expires}`
}

function signed(keyring: Keyring, device: Device): string {
  const { device_id, user_id, expires, has_second_factor } = device
  const factors = has_second_factor ? '2' : '1'
  const parts = [device_id, user_id, expires.toString(36), factors].join(SEPARATOR)
  const signature = derivedText(keyring.key('device tokens'), parts, SIGNATURE_LENGTH)
  return [parts, signature].join(SEPARATOR)
}

function readToken(keyring: Keyring, token: string): Device | undefined {
  const [device_id = '', user_id = '', end = '', factors] = token.split(SEPARATOR)
  const expires = Number.parseInt(end, 36)
  const device = { device_id, user_id, expires, has_second_factor: factors === '2' }
  const isSigned = keyring.all.some((each) => isSame(signed(each, device), token))
  return isSigned ? device : undefined
}

function isSame(expected: string, sent: string): boolean {
  return sameBytes(Buffer.from(expected), Buffer.from(sent))
}
