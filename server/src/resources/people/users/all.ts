// Operator reads on users at all merchants.
import type { Database } from '#kernel/db.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { readOrganization } from '#resources/accounts/organizations/read.ts'
import { UsageError } from '#errors.ts'
import { findAllRoles, findOldestMerchant, type ListedRole } from './all_store.ts'

const PAGE = 1_000

/** For one merchant and its organization, or for all. */
export async function* eachRole(db: Database, merchant_id?: string): AsyncIterable<ListedRole> {
  const entity_ids = merchant_id === undefined ? undefined : await readEntityIds(db, merchant_id)
  let after = { entity_id: '', user_id: '' }
  for (;;) {
    const page = await findAllRoles(db, entity_ids, after, PAGE)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last
  }
}

async function readEntityIds(db: Database, merchant_id: string): Promise<string[]> {
  const { organization_id } = await readMerchant(db, merchant_id)
  return organization_id === null ? [merchant_id] : [merchant_id, organization_id]
}

export async function readOldestMerchant(db: Database, organization_id: string): Promise<string> {
  await readOrganization(db, organization_id)
  const found = await findOldestMerchant(db, organization_id)
  if (found !== undefined) return found.merchant_id
  throw new UsageError(`The organization ${organization_id} has no merchant yet: create one first.`)
}
