// Team users as the tests invite, find and remove them.
import assert from 'node:assert/strict'
import { newId } from '#kernel/ids.ts'
import type { MembershipRow } from '#resources/people/users/read.ts'
import { isInvitationToken } from '#resources/people/users/tokens.ts'
import type { Answer, Client } from '#testing/client.ts'
import { Shop } from '#testing/harness.ts'

export const INVITE = '/user/user/invite_multiple'
export const USERS = '/user/user/list'

/** Another merchant on the same server, with its own organization and team. */
export async function anotherShop(shop: Shop): Promise<Shop> {
  const { app, services, clock, log } = shop
  const { merchant } = await shop.neighbour()
  return new Shop({ app, services, clock, log, merchant })
}

export const newEmail = () => `${newId('usr')}@example.com`

export interface Invited {
  readonly email: string
  readonly user_id: string
  readonly invite_url: string
}

export async function invite(
  client: Client,
  role_id = 'merchant_view_only',
  email = newEmail(),
): Promise<Invited> {
  const { status, body, text } = await client.post(INVITE, { email, name: 'Ada', role_id })
  assert.equal(`${status} ${body.results?.[0].status}`, '200 invited', text)
  const { user_id, invite_url } = body.results[0]
  return { email, user_id, invite_url }
}

export function removeUser(client: Client, email: string): Promise<Answer> {
  return client.send('DELETE', '/user/user/delete', { email })
}

export function changeRole(client: Client, email: string, role_id: string): Promise<Answer> {
  return client.post('/user/user/update_role', { email, role_id })
}

/** From the user list. */
export async function cardEntry(client: Client, email: string) {
  const { body } = await client.get(`${USERS}?limit=100`)
  return body.find((entry: { email: string }) => entry.email === email)
}

export function membershipsOf({ services }: Shop, email: string): Promise<MembershipRow[]> {
  const text = `select b.* from directory.memberships b join directory.users u using (user_id)
    where u.email = $1 order by b.created`
  return services.db.run<MembershipRow>(text, [email])
}

/** Number of rows with this value in this column. */
export async function count(
  { services }: Shop,
  table: string,
  column: string,
  value: string,
): Promise<number> {
  const text = `select count(*)::int as n from ${table} where ${column} = $1`
  const [row] = await services.db.run<{ n: number }>(text, [value])
  return row?.n ?? -1
}

export const tokenIn = (invite_url: string) => invite_url.split('#')[1] ?? ''

/** True if a link fits a pending invitation. */
export async function linkWorks(shop: Shop, { email, invite_url }: Omit<Invited, 'user_id'>) {
  const rows = await membershipsOf(shop, email)
  const pending = rows.find(({ status }) => status === 'invitation_sent')
  const { keyring } = shop.services
  return pending !== undefined && isInvitationToken(keyring, pending, tokenIn(invite_url))
}
