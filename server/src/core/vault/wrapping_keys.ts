// The keys that wrap the merchants' data keys. They are not in the database: they are in the environment, or a key
// service could implement this interface. The first key wraps new data keys; the others unwrap existing ones, until
// `florin-server vault rotate` has wrapped them again. Several keys may have one id: each is tried.
import { UsageError } from '#errors.ts'
import { type Key, open, seal } from '#kernel/crypto.ts'

export interface WrappingKeys {
  readonly current: string
  wrap(plain: string, context: string): Promise<{ wrapping_key_id: string; wrapped: Buffer }>
  unwrap(wrapping_key_id: string, wrapped: Buffer, context: string): Promise<string>
}

export function wrappingKeys(keys: readonly { id: string; key: Key }[]): WrappingKeys {
  const [first] = keys
  if (first === undefined) throw new Error('vault: at least one wrapping key is required')
  return {
    current: first.id,
    wrap: async (plain, context) => ({
      wrapping_key_id: first.id,
      wrapped: seal(first.key, plain, context),
    }),
    unwrap: async (wrapping_key_id, wrapped, context) => {
      for (const { key } of keys.filter(({ id }) => id === wrapping_key_id)) {
        try {
          return open(key, wrapped, context)
        } catch {
          // Another key with this id, or none.
        }
      }
      const variable = wrapping_key_id.startsWith('derived') ? 'FLORIN_SECRET' : 'FLORIN_VAULT_KEYS'
      const message = `${variable} lacks the key ${wrapping_key_id}, which still wraps data keys`
      throw new UsageError(
        `${message}. Add it to the list again, and run \`florin-server vault rotate\` before you remove it.`,
      )
    },
  }
}
