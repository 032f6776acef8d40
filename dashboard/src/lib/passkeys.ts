// The browser's part in passkeys. It shows its own dialog, and asks for a finger, a face or a PIN.
import { post } from '../api/change.ts'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { recently } from '../api/recent.ts'

/** True if this browser can read the options as the API sends them. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

export async function addPasskey(name: string): Promise<Schemas['Passkey']> {
  const options = await recently(post('/user/passkeys/begin'))(crypto.randomUUID())
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const response = toJson(await asked(navigator.credentials.create({ publicKey })))
  return unwrapAnswer(api.POST('/user/passkeys', { body: { response: response as never, name } }))
}

export async function signInWithPasskey(): Promise<Schemas['SignedIn']> {
  const { challenge_id, options } = await unwrapAnswer(api.POST('/user/passkeys/signin/begin'))
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const response = toJson(await asked(navigator.credentials.get({ publicKey })))
  const body = { challenge_id, response: response as never, transport: 'cookie' as const }
  return unwrapAnswer(api.POST('/user/passkeys/signin', { body }))
}

function toJson(credential: Credential | null): object {
  return (credential as PublicKeyCredential).toJSON()
}

async function asked(credential: Promise<Credential | null>): Promise<Credential | null> {
  return credential.catch((error: unknown) => {
    throw new Error(explain(error))
  })
}

function explain(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'NotAllowedError')
    return 'The passkey was not used: it was cancelled or took too long.'
  if (name === 'SecurityError') return 'Passkeys do not work at this dashboard address.'
  return 'The browser could not use a passkey. Try again, or sign in with your password.'
}
