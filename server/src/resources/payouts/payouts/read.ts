import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { mayUse, withinProfiles } from '#http/authenticate.ts'
import { clientSecret, linkSecret } from '#http/client_access.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { type ListPayouts, Payout, payoutFilters } from './schema.ts'
import { findPayout, type PayoutLink, payoutPages, type PayoutRow } from './store.ts'

export async function readPayout(context: Context, payout_id: string): Promise<PayoutRow> {
  const row = await findPayout(context.db, context.merchant_id, payout_id)
  if (row === undefined || !mayUse(context, row.profile_id)) throw notFound('payout', payout_id)
  return row
}

export async function toApi(context: Context, row: PayoutRow): Promise<Payout> {
  const object = { merchant_id: row.merchant_id, id: row.payout_id }
  const client_secret = clientSecret(context, 'payout', object)
  const payout_link = toApiLink(row, linkSecret(context, 'payout', object))
  return withRequired(context, { ...eventObject(row), client_secret, payout_link })
}

/** Adds the number of approvals that the profile asks for now. */
async function withRequired(
  context: Context,
  payout: Omit<Payout, 'approvals_required'>,
): Promise<Payout> {
  const { payout_approvals } = await profileOfExisting(context, payout.profile_id)
  return { ...payout, approvals_required: payout_approvals }
}

/**
 * The link page accepts details from any client_secret holder, so that a read-only key cannot enter an account. The
 * secret is the address fragment, which browsers send to no server.
 */
function toApiLink({ payout_link }: PayoutRow, client_secret: string | null): PayoutLink | null {
  if (payout_link === null || client_secret === null) return payout_link
  return { ...payout_link, link: `${payout_link.link}#${client_secret}` }
}

/** The payout in an event: without its client_secret, and without the profile's setting, which may change. */
export function eventObject(row: PayoutRow): Omit<Payout, 'client_secret' | 'approvals_required'> {
  const { customer_id: id, name, email, phone, phone_country_code } = row
  const customer = { id, name, email, phone, phone_country_code }
  const {
    client_secret: _,
    approvals_required: __,
    ...object
  } = project(Payout, { ...row, customer })
  return object
}

export async function getPayout(context: Context, payout_id: string): Promise<Payout> {
  return toApi(context, await readPayout(context, payout_id))
}

export async function listPayouts(context: Context, input: ListPayouts): Promise<Envelope<Payout>> {
  const list = {
    source: payoutPages,
    filters: payoutFilters,
    // A list may end up in a log or an export, so it has no secrets.
    toApi: (row: PayoutRow) => ({ ...eventObject(row), client_secret: null }),
  }
  const page = await readList(context, list, withinProfiles(context, input))
  const data = await Promise.all(page.data.map((payout) => withRequired(context, payout)))
  return { ...page, data }
}
