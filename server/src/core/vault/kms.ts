// Vault keys under AWS KMS. The configuration has a data key as KMS has encrypted it; each process lets KMS decrypt
// it once, at its start. The client is loaded only then, because it is large. Region and credentials come from the
// default AWS chain: a machine's role, or the AWS tools' variables.
import { UsageError } from '#errors.ts'
import { AWS_KMS, type VaultKey } from '#kernel/settings.ts'

const KEY_BYTES = 32
const TIMEOUT_MS = 10_000

/** Recorded by KMS with each use. A ciphertext under another id is refused. */
const contextFor = (id: string) => ({ application: 'florin', vault_key: id })

/** The configuration with every vault key as bytes. */
export async function decryptVaultKeys<C extends { vault_keys?: VaultKey[] | undefined }>(
  config: C,
): Promise<C> {
  const { vault_keys } = config
  if (vault_keys === undefined || vault_keys.every(({ key }) => Buffer.isBuffer(key))) return config
  return { ...config, vault_keys: await Promise.all(vault_keys.map(decrypt)) }
}

async function decrypt({ id, key }: VaultKey): Promise<VaultKey> {
  if (Buffer.isBuffer(key)) return { id, key }
  const found = await useKms(`decrypt the key ${id} of FLORIN_VAULT_KEYS`, async (client, sdk) => {
    const request = { CiphertextBlob: key.ciphertext, EncryptionContext: contextFor(id) }
    const { Plaintext } = await client.send(new sdk.DecryptCommand(request), timeout())
    return Plaintext
  })
  if (found?.length === KEY_BYTES) return { id, key: Buffer.from(found) }
  throw new UsageError(`AWS KMS decrypted the key ${id}, but it does not have ${KEY_BYTES} bytes.`)
}

/** An entry for FLORIN_VAULT_KEYS. KMS never returns the key itself here. */
export async function createVaultKey(kms_key: string, id: string): Promise<string> {
  if (!/^[a-z0-9_-]{1,32}$/.test(id)) {
    throw new UsageError('--id must be 1 to 32 lower-case letters, digits, _ or -.')
  }
  const ciphertext = await useKms(`create a data key under ${kms_key}`, async (client, sdk) => {
    const request = {
      KeyId: kms_key,
      NumberOfBytes: KEY_BYTES,
      EncryptionContext: contextFor(id),
    }
    const command = new sdk.GenerateDataKeyWithoutPlaintextCommand(request)
    return (await client.send(command, timeout())).CiphertextBlob
  })
  return `${id}:${AWS_KMS}:${Buffer.from(ciphertext ?? []).toString('base64')}`
}

type Sdk = typeof import('@aws-sdk/client-kms')
type Client = InstanceType<Sdk['KMSClient']>

const timeout = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) })

async function useKms<T>(what: string, work: (client: Client, sdk: Sdk) => Promise<T>): Promise<T> {
  const sdk = await import('@aws-sdk/client-kms')
  const client = new sdk.KMSClient({})
  try {
    return await work(client, sdk)
  } catch (error) {
    const { name, message } = error as Error
    throw new UsageError(
      `AWS KMS did not ${what} (${name}: ${message}). Check AWS_REGION, the credentials of this process, and that the key's policy allows it.`,
    )
  } finally {
    client.destroy()
  }
}
