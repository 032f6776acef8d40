// A database belongs to one deployment: to its secret, its environment and its cell. With a wrong secret every API key
// would be unknown, and new keys would work nowhere else, so a process with other settings does not start.
import { sleep } from '#kernel/clock.ts'
import { sameBytes } from '#kernel/crypto.ts'
import type { Services } from '#kernel/context.ts'
import { isRefusedUrl } from '#kernel/db.ts'
import { UsageError } from '#errors.ts'
import { claimDeployment, type DeploymentRow, findDeployment, replaceFingerprint } from './store.ts'

type Parts = Pick<Services, 'db' | 'keyring' | 'environment' | 'cell'>

/**
 * The first process records its settings. A later one must have the same, or the newest secret in front of the
 * recorded one.
 */
export async function assertDeployment(parts: Parts): Promise<void> {
  const { db } = parts
  const own = toDeploymentRow(parts)
  const recorded = (await findDeployment(db)) ?? (await claimDeployment(db, own))
  const refusal = describeMismatch(parts, recorded)
  if (refusal !== undefined) throw new UsageError(`${refusal} Nothing was changed.`)
  if (sameBytes(recorded.secret_fingerprint, own.secret_fingerprint)) return
  await replaceFingerprint(db, recorded.secret_fingerprint, own.secret_fingerprint)
}

/** Why these settings do not fit the database; undefined if they do, or if none are recorded yet. */
export async function deploymentRefusal(parts: Parts): Promise<string | undefined> {
  const recorded = await findDeployment(parts.db)
  return recorded && describeMismatch(parts, recorded)
}

function toDeploymentRow({ keyring, environment, cell }: Parts): DeploymentRow {
  return { environment, cell, secret_fingerprint: keyring.fingerprint }
}

const RETRY_MS = 500

/** For a process that starts without a database: asks until the database answers and is migrated, or the process stops. */
export async function confirmDeployment(parts: Parts, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    try {
      return await assertDeployment(parts)
    } catch (error) {
      if (error instanceof UsageError || isRefusedUrl(error)) throw error
      await sleep(RETRY_MS)
    }
  }
}

function describeMismatch(
  { keyring, environment, cell }: Parts,
  recorded: DeploymentRow,
): string | undefined {
  if (recorded.environment !== environment) {
    return `This database belongs to the ${recorded.environment} environment, but FLORIN_ENVIRONMENT is ${environment}.`
  }
  if (recorded.cell !== cell) {
    return `This database belongs to the cell ${recorded.cell}, but FLORIN_CELL is ${cell}.`
  }
  const isKnown = keyring.all.some(({ fingerprint }) =>
    sameBytes(fingerprint, recorded.secret_fingerprint),
  )
  if (isKnown) return undefined
  return 'FLORIN_SECRET does not match this database, so its API keys and stored secrets cannot be read. Set the original secret or, during a rotation, both secrets.'
}
