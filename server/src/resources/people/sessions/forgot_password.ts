import type { Context } from '#kernel/context.ts'
import { mayHappen } from '#resources/people/sign_in_limits/guess.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import { normalEmail } from '#resources/people/users/read.ts'
import type { Done, ForgotPassword } from './schema.ts'

const OCCASION_LENGTH = 20

/**
 * Asks for a mail without looking for the user, so that neither the answer nor its time reveals whether there is one. The job
 * that sends mails looks.
 */
export async function forgotPassword(context: Context, input: ForgotPassword): Promise<Done> {
  const email = normalEmail(input.email)
  if (await mayHappen(context, { policy: 'reset_mails', subject: email, source: '' })) {
    const occasion = context.secret(OCCASION_LENGTH)
    const mail = { merchant_id: '', email, facts: {}, occasion }
    await context.commit(requestMail('password_reset', mail, context.clock.now()))
  }
  const message = 'If this address has an account, a mail with a link is on its way.'
  return { status: 'ok', message }
}
