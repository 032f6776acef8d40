import { update, type Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { toTrace } from '#http/audit.ts'
import { mergeMetadata } from '#http/fields.ts'
import { checkWebhookUrl, checkName } from './create.ts'
import { withDrawnLogo } from './logo.ts'
import { readProfile, evictProfile, toApi } from './read.ts'
import type { Profile, UpdateProfile } from './schema.ts'
import { lowered, maskedHeaders, openHeaders, sealHeaders } from './secret.ts'
import { findDefaultProfile, type ProfileRow, profiles } from './store.ts'

/** Absent leaves a setting as it is; webhook_details and metadata are merged. */
export async function updateProfile(
  context: Context,
  profile_id: string,
  sent: UpdateProfile,
): Promise<Profile> {
  checkWebhookUrl(context, sent)
  const input = await withDrawnLogo(sent, () => readProfile(context, profile_id))
  return retryOnConflict(async () => {
    const current = await readProfile(context, profile_id)
    checkDefault(current, input)
    const set = {
      ...decideUpdate(current, input, context.now),
      ...replaceHeaders(context, current, input.webhook_details),
    }
    if (input.profile_name !== undefined) await checkName(context, { ...current, ...set })
    const isMoved = set.is_default && !current.is_default
    const previous = isMoved ? await findDefaultProfile(context.db, context.merchant_id) : undefined
    const ending = previous ? endDefault(previous, current, context.now) : []
    await context.commit(...ending, update(profiles, current, set))
    for (const row of [current, previous]) if (row) evictProfile(context, row.profile_id)
    return toApi({ ...current, ...set })
  })
}

/** A merchant always has a default profile, so it is moved, never ended. */
function checkDefault({ is_default }: ProfileRow, input: UpdateProfile): void {
  if (!is_default || input.is_default !== false) return
  const message =
    'A merchant always has a default profile. Make another profile the default instead, with `is_default` true.'
  throw new Failure('IR_04', message, { field: 'is_default' })
}

/**
 * The previous default comes first in the commit, because a unique index allows only one default at a time. The audit
 * trail names the profile in the request.
 */
function endDefault(previous: ProfileRow, next: ProfileRow, modified_at: Date): Write[] {
  return [toTrace(profiles, next), update(profiles, previous, { is_default: false, modified_at })]
}

/** The headers, if they are sent, replace those that are stored. */
function replaceHeaders(
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
