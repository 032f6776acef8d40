import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { requireTwoFactor } from '#resources/accounts/merchants/require_two_factor.ts'
import type { TeamSettings, UpdateTeamSettings } from './schema.ts'

/** Applies to every user's next request: sessions look the setting up. */
export function updateTeamSettings(
  context: Context,
  { require_two_factor }: UpdateTeamSettings,
): Promise<TeamSettings> {
  return retryOnConflict(async () => {
    const merchant = await readMerchant(context.db, context.merchant_id)
    const next = require_two_factor ?? merchant.require_two_factor
    if (next && context.caller.session?.has_two_factors === false) throw ownFactorFirst()
    await context.commit(requireTwoFactor(merchant, next, context.clock.now()))
    return { require_two_factor: next, sends_mail: context.mailer !== undefined }
  })
}

/** Otherwise admins could lock themselves out with their own requirement. */
function ownFactorFirst(): Failure {
  const message =
    'You signed in without a second factor. Set one up for yourself and sign in with it before you require it of the team.'
  return new Failure('IR_14', message)
}
