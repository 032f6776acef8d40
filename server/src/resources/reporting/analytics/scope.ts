// The objects that a request counts: a merchant's, one profile's, or those under all merchants in an organization.
import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import { clip } from '#http/fields.ts'
import { memberIdsAmong, readMerchantIds } from '#resources/accounts/organizations/read.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import type { Plan, Scope } from './query.ts'

const scopes = ['merchant', 'profile', 'org'] as const

/** The caller must be allowed to act for the organization: its admin or one of its keys. */
export async function resolveScope(context: Context, name: string): Promise<Scope> {
  if (name === 'merchant') return { profile_id: undefined, organization_id: undefined }
  if (name === 'profile') {
    const { profile_id } = await profileOfRequest(context)
    return { profile_id, organization_id: undefined }
  }
  if (name === 'org')
    return { profile_id: undefined, organization_id: requireOrganization(context) }
  const message = `There is no scope ${clip(name, 64)}. Scopes: ${scopes.join(', ')}.`
  throw new Failure('IR_04', message, { field: 'scope' })
}

function requireOrganization({ caller: { organization_id } }: Context): string {
  if (organization_id !== null) return organization_id
  const message =
    'The scope org is for admins and keys of an organization. Use the scope merchant, or a key that was created with `organization`.'
  throw new Failure('AU_03', message)
}

/** A query over more merchants would read more sums than fit into its time. */
const MAX_MERCHANTS = 500

/** Merchants for each plan: all in the scope, or those that its filter names. */
export async function readMerchants(
  context: Context,
  { organization_id }: Scope,
  plans: readonly Plan[],
): Promise<(readonly string[])[]> {
  if (organization_id === undefined) return plans.map(() => [context.merchant_id])
  const { db } = context.lists
  const named = [...new Set(plans.flatMap(({ merchant_ids = [] }) => merchant_ids))]
  const known = named.length === 0 ? named : await memberIdsAmong(db, organization_id, named)
  const unknown = named.find((id) => !new Set(known).has(id))
  if (unknown !== undefined) throw notFound('merchant', unknown)
  const isWhole = plans.some(({ merchant_ids }) => merchant_ids === undefined)
  const all = isWhole ? await readMerchantIds(db, organization_id, MAX_MERCHANTS + 1) : []
  if (all.length > MAX_MERCHANTS) {
    const message = `The organization has more than ${MAX_MERCHANTS} merchants. Name some of them in \`filters.merchant_id\`.`
    throw new Failure('IR_29', message, { field: 'filters.merchant_id' })
  }
  return plans.map(({ merchant_ids }) => merchant_ids ?? all)
}
