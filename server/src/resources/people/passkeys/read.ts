import { project } from '#http/fields.ts'
import { Passkey } from './schema.ts'
import type { PasskeyRow } from './store.ts'

export function toApi(row: PasskeyRow): Passkey {
  return project(Passkey, row)
}
