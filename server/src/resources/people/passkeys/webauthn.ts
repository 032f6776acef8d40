// WebAuthn: the options for a browser, and the checks on its response. An attestation is neither requested nor
// accepted with certificates, because checking them would call addresses that the certificates name.
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { CHALLENGE_MS } from '#resources/people/sign_in_nonces/challenge.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import type { CreatedCredential, SignInCredential } from './schema.ts'
import type { PasskeyRow } from './store.ts'

// Loaded when the first passkey is used: it brings some hundred files.
const library = () => import('@simplewebauthn/server')

/** ES256, EdDSA, RS256: what authenticators support, strongest first. */
const ALGORITHMS = [-7, -8, -257]

interface RelyingParty {
  /** The host: a passkey works for it alone. */
  readonly id: string
  readonly origin: string
}

/** Undefined if the api is reached by an address: passkeys belong to names. */
export function relyingParty(public_url: string): RelyingParty | undefined {
  if (!URL.canParse(public_url)) return undefined
  const { hostname, origin } = new URL(public_url)
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return isAddress ? undefined : { id: hostname, origin }
}

function requireRelyingParty({ public_url }: Pick<Context, 'public_url'>): RelyingParty {
  const party = relyingParty(public_url)
  if (party !== undefined) return party
  const message =
    'Passkeys need a host name, and this service is reached by an address. Its operator can set FLORIN_PUBLIC_URL, such as to http://localhost:8080.'
  throw new Failure('IR_14', message)
}

export async function creationOptions(
  context: Context,
  { user_id, email, name }: UserRow,
  existing: readonly PasskeyRow[],
  challenge: string,
): Promise<object> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Florin',
    rpID: requireRelyingParty(context).id,
    userID: toBytes(user_id),
    userName: email,
    userDisplayName: name ?? email,
    challenge,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id: id, transports }) => ({ id, transports })),
    // A passkey is found without an e-mail, and asks for a finger or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

export async function signInOptions(context: Context, challenge: string): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: requireRelyingParty(context).id,
    challenge,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
}

/** The challenge that the browser says it has signed; empty if it says nothing. */
export function challengeIn(clientDataJSON: string): string {
  const { challenge } = clientData(clientDataJSON)
  return Buffer.from(String(challenge), 'base64url').toString()
}

type Verified = Pick<PasskeyRow, 'counter' | 'is_synced'>

export async function verifyCreation(
  context: Context,
  response: CreatedCredential,
  challenge: string,
): Promise<Verified & Pick<PasskeyRow, 'credential_id' | 'public_key'>> {
  const { id, origin } = requireRelyingParty(context)
  const result = await checked(context, unfit, {}, async () => {
    const { verifyRegistrationResponse } = await library()
    checkFrame(response.response.clientDataJSON)
    await checkAttestation(response.response.attestationObject)
    return verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: encoded(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (!result.verified) throw unfit()
  const { credential, credentialBackedUp: is_synced } = result.registrationInfo
  // The id that was signed, not the one beside it.
  if (credential.id !== response.id) throw unfit()
  const { counter, publicKey } = credential
  return { credential_id: credential.id, public_key: Buffer.from(publicKey), counter, is_synced }
}

/** A counter that does not increase is refused: the passkey was copied. */
export async function verifySignIn(
  context: Context,
  response: SignInCredential,
  challenge: string,
  passkey: PasskeyRow,
): Promise<Verified> {
  const { id, origin } = requireRelyingParty(context)
  const { user_id, passkey_id, credential_id, public_key, counter } = passkey
  const result = await checked(context, refused, { user_id, passkey_id }, async () => {
    const { verifyAuthenticationResponse } = await library()
    checkFrame(response.response.clientDataJSON)
    checkOwner(response.response.userHandle, passkey)
    return verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: encoded(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
    })
  })
  if (!result.verified) throw refused()
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { counter: newCounter, is_synced: credentialBackedUp }
}

/** One message for every reason: a stranger learns nothing. */
export function refused(): Failure {
  const message = 'The passkey could not be verified. Try again, or sign in another way.'
  return new Failure('AU_01', message)
}

/** The user has signed in already, so this is not about who it is. */
function unfit(): Failure {
  const message =
    'The passkey could not be verified. It must be made on a page of this site, and ask for a finger, a face or a PIN.'
  return new Failure('IR_04', message, { field: 'response' })
}

/** The reason is for the operator; it names no secret. */
async function checked<T>(
  { log }: Pick<Context, 'log'>,
  failure: () => Failure,
  whose: object,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check()
  } catch (error) {
    const { message } = error as Error
    const reason = message.slice(0, 300)
    log.warn({ ...whose, reason }, 'passkeys: the response of a browser was refused')
    throw failure()
  }
}

/** Another site's page could have framed ours. */
function checkFrame(clientDataJSON: string): void {
  if (clientData(clientDataJSON).crossOrigin) throw new Error('the response is of a frame')
}

async function checkAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(toBytes(attestationObject, 'base64url'))
  const format = decoded.get('fmt')
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw new Error('the attestation has certificates')
}

function checkOwner(userHandle: string | undefined, { user_id }: PasskeyRow): void {
  if (userHandle !== encoded(user_id)) throw new Error('the passkey is of another user')
}

function clientData(text: string): { challenge?: unknown; crossOrigin?: unknown } {
  try {
    return Object(JSON.parse(Buffer.from(text, 'base64url').toString())) as ReturnType<
      typeof clientData
    >
  } catch {
    return {}
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function toBytes(text: string, encoding: BufferEncoding = 'utf8') {
  return new Uint8Array(Buffer.from(text, encoding))
}
