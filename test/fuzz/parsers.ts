// Everything that reads a caller's bytes. Florin reads no CSV and no mail, and refuses an attestation with
// certificates before it reads them.
import type { Random } from './random.ts'

export interface Parser {
  next(random: Random): Buffer
  /** Accepts the input, refuses it with a Failure, or returns false. Anything else would be an internal error. */
  parse(bytes: Buffer): unknown
}

interface Entry {
  /** Share in all inputs of a run. */
  readonly share: number
  /** Loaded when it is used: a process that ends starts again with this alone. */
  readonly load: () => Promise<Parser>
}

export const parsers: Readonly<Record<string, Entry>> = {
  json: { share: 0.24, load: async () => (await import('./parsers/bodies.ts')).json },
  form: { share: 0.1, load: async () => (await import('./parsers/bodies.ts')).form },
  callback: { share: 0.07, load: async () => (await import('./parsers/bodies.ts')).callback },
  png: { share: 0.14, load: async () => (await import('./parsers/images.ts')).png },
  jpeg: { share: 0.02, load: async () => (await import('./parsers/images.ts')).jpeg },
  passkey: { share: 0.1, load: async () => (await import('./parsers/passkeys.ts')).creation },
  sign_in: { share: 0.05, load: async () => (await import('./parsers/passkeys.ts')).signIn },
  address: { share: 0.09, load: async () => (await import('./parsers/texts.ts')).address },
  network: { share: 0.04, load: async () => (await import('./parsers/texts.ts')).network },
  text: { share: 0.09, load: async () => (await import('./parsers/texts.ts')).text },
  session: { share: 0.03, load: async () => (await import('./parsers/texts.ts')).session },
  http: { share: 0.03, load: async () => (await import('./parsers/requests.ts')).startServer() },
}
