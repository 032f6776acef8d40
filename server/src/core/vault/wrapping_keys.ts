// The keys that wrap the merchants' data keys. They live outside the database: in the environment for
// one node, behind this same interface in a key service for a fleet. The first one wraps what is new;
// the others still open what is old, until `florin vault rotate` has wrapped it anew.
import { type Key, open, seal } from '#kernel/crypto.ts'

export interface WrappingKeys {
  readonly current: string
  wrap(plain: string, context: string): Promise<{ wrapping_key_id: string; wrapped: Buffer }>
  unwrap(wrapping_key_id: string, wrapped: Buffer, context: string): Promise<string>
}

export function wrappingKeys(keys: readonly { id: string; key: Key }[]): WrappingKeys {
  const [first] = keys
  if (first === undefined) throw new Error('the vault needs at least one wrapping key')
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  return {
    current: first.id,
    wrap: async (plain, context) => ({
      wrapping_key_id: first.id,
      wrapped: seal(first.key, plain, context),
    }),
    unwrap: async (wrapping_key_id, wrapped, context) => {
      const key = byId.get(wrapping_key_id)
      if (key === undefined) {
        throw new Error(
          `FLORIN_VAULT_KEYS lacks the key ${wrapping_key_id}, which still wraps data keys`,
        )
      }
      return open(key, wrapped, context)
    },
  }
}
