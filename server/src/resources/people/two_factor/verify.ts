import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { WithHeaders } from '#http/download.ts'
import { deviceCookie, deviceToken, knownDevice } from '#resources/people/sessions/devices.ts'
import { verifySession } from '#resources/people/sessions/verify.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { checkSecondFactor } from './check.ts'
import type { SecondFactor, Verified } from './schema.ts'

/** Makes this session one that may do what the role allows. The device is known from now on. */
export async function verifySecondFactor(
  context: Context,
  factor: SecondFactor,
  device_token?: string,
): Promise<WithHeaders<Verified>> {
  const { user, expires_at } = await retryOnConflict(async () => {
    const current = await currentUser(context)
    const used = await checkSecondFactor(context, current, factor, device_token)
    const session = await verifySession(context)
    const set = { ...used, modified_at: context.clock.now() }
    await context.commit(userUpdate(current, set), session.write)
    return { user: { ...current, ...used }, expires_at: session.expires_at }
  })
  const { user_id } = user
  const known = knownDevice(context, user_id, device_token)
  const device = deviceToken(context, user_id, known, true)
  const isCookie = context.request?.headers.authorization === undefined
  const body: Verified = {
    two_factor_required: false,
    expires_at,
    recovery_codes_left: user.recovery_codes.length,
    device_token: isCookie ? null : device,
  }
  const cookie = deviceCookie(device, context.clock.now())
  return new WithHeaders(body, isCookie ? { 'Set-Cookie': cookie } : {})
}
