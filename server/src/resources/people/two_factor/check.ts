// Checks a second factor. A used code is part of the commit that follows, so it works once.
import type { Context } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { matchingStep } from '#kernel/totp.ts'
import { Failure } from '#errors.ts'
import { type Bucket, guess } from '#resources/people/sign_in_limits/guess.ts'
import { accountMail } from '#resources/people/sessions/account_mail.ts'
import { knownDevice } from '#resources/people/sessions/devices.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import type { SecondFactor } from './schema.ts'
import { openSecret, withoutCode } from './secret.ts'
import { takeFailure } from './store.ts'

export type Used = Partial<Pick<UserRow, 'totp_step' | 'recovery_codes' | 'second_factor_failures'>>

/** Then app codes are refused until something else proves the owner: time alone never gives tries back. */
const MAX_FAILURES = 100

/** The columns that record that the factor was used. A wrong one counts as a guess. */
export async function checkSecondFactor(
  context: Context,
  user: UserRow,
  factor: SecondFactor,
  device_token?: string,
): Promise<Used> {
  if (user.totp_secret === null) throw notEnabled()
  const buckets = listBuckets(context, user, device_token)
  const used = await guess(context, buckets, () => check(context, user, factor))
  if (used !== undefined) return { ...used, second_factor_failures: 0 }
  if (factor.totp !== undefined) throw wrongCode()
  const message = 'This recovery code is wrong, or was used before. Use another one.'
  throw new Failure('IR_04', message, { field: 'recovery_code' })
}

/** A recovery code is too long to be guessed, so its tries are unlimited: it is the owner's way out. */
async function check(
  context: Context,
  user: UserRow,
  factor: SecondFactor,
): Promise<Used | undefined> {
  if (factor.totp === undefined) return usedBy(context, user, factor)
  const taken = await takeFailure(context.db, user.user_id, MAX_FAILURES)
  if (taken === undefined) throw locked()
  const used = usedBy(context, user, factor)
  if (used === undefined && taken.failures === MAX_FAILURES) await reportLock(context, user)
  return used
}

/** One mail for each time that the tries end. */
async function reportLock(context: Context, user: UserRow): Promise<void> {
  const [mail] = await accountMail(context, 'second_factor_locked', user, newId('req'))
  if (mail !== undefined) await context.commit(mail)
}

function locked(): Failure {
  const message = `There were ${MAX_FAILURES} wrong codes, so codes of the app are not accepted any more. Use a recovery code, or reset your password with the link of a mail, or ask the operator of this service.`
  return new Failure('IR_14', message)
}

export function usedBy(
  context: Pick<Context, 'clock' | 'keyring'>,
  { user_id, totp_secret, totp_step, recovery_codes: unused }: UserRow,
  { totp, recovery_code = '' }: SecondFactor,
): Used | undefined {
  if (totp !== undefined) {
    if (totp_secret === null) return undefined
    const secret = openSecret(context, user_id, totp_secret)
    const step = matchingStep(secret, totp, context.clock.now(), totp_step)
    return step === undefined ? undefined : { totp_step: step }
  }
  const recovery_codes = withoutCode(context, user_id, unused, recovery_code)
  return recovery_codes && { recovery_codes }
}

/**
 * All other devices share their tries: anyone with the password or the mailbox may have many addresses and devices.
 */
function listBuckets(context: Context, { user_id: subject }: UserRow, token?: string): Bucket[] {
  const device = knownDevice(context, subject, token)
  return device?.has_second_factor
    ? [{ policy: 'second_factor_from_device', subject, source: device.device_id }]
    : [{ policy: 'second_factor_from_strangers', subject, source: '' }]
}

export function wrongCode(): Failure {
  const message =
    'This code is wrong, was used before, or has expired. Wait for the next one, and check the clock of the device with the app.'
  return new Failure('IR_04', message, { field: 'totp' })
}

function notEnabled(): Failure {
  const message = 'You have no second factor. Set one up with POST /user/2fa/totp/begin.'
  return new Failure('IR_14', message)
}
