import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { mergeMetadata } from '#http/fields.ts'
import { checkWebhookUrl, checkName } from './create.ts'
import { readProfile, evictProfile, toApi } from './read.ts'
import type { Profile, UpdateProfile } from './schema.ts'
import { lowered, maskedHeaders, openHeaders, sealHeaders } from './secret.ts'
import { type ProfileRow, profiles } from './store.ts'

/** Absent leaves a setting as it is; webhook_details and metadata are merged. */
export function updateProfile(
  context: Context,
  profile_id: string,
  input: UpdateProfile,
): Promise<Profile> {
  checkWebhookUrl(context, input)
  return retryOnConflict(async () => {
    const current = await readProfile(context, profile_id)
    const set = {
      ...decideUpdate(current, input, context.now),
      ...headersOf(context, current, input.webhook_details),
    }
    if (input.profile_name !== undefined) await checkName(context, { ...current, ...set })
    await context.commit(update(profiles, current, set))
    evictProfile(context, profile_id)
    return toApi({ ...current, ...set })
  })
}

/** The headers, if they are sent, replace those that are stored. */
function headersOf(
  context: Context,
  current: ProfileRow,
  sent: UpdateProfile['webhook_details'],
): Partial<Pick<ProfileRow, 'webhook_headers' | 'webhook_details'>> {
  if (sent?.custom_http_headers === undefined) return {}
  const given = lowered(sent.custom_http_headers)
  const custom_http_headers = maskedHeaders(given)
  return {
    webhook_headers: sealHeaders(context, current, given, openHeaders(context, current)),
    webhook_details: { ...current.webhook_details, ...sent, custom_http_headers },
  }
}

function decideUpdate(current: ProfileRow, input: UpdateProfile, now: Date) {
  const { merchant_id: _, profile_id: __, version: ___, ...columns } = { ...current, ...input }
  return {
    ...columns,
    webhook_details: { ...current.webhook_details, ...input.webhook_details },
    metadata: mergeMetadata(current.metadata, input.metadata),
    modified_at: now,
  }
}
