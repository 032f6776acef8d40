import type { Context } from '#kernel/context.ts'
import { type MailContent, oneLine } from '#core/mail/content.ts'
import type { UserMailRow } from '#resources/user_mails/read.ts'
import { ACCOUNT, contentOf, fact, moment } from './content.ts'

/** The name of the browser is chosen by whoever signs in, so it is cut. */
const MAX_AGENT = 120

export async function newSignIn(context: Context, mail: UserMailRow): Promise<MailContent> {
  const at = new Date(fact(mail, 'at'))
  const when = Number.isNaN(at.getTime()) ? mail.created : at
  const agent = oneLine(fact(mail, 'user_agent')).slice(0, MAX_AGENT)
  return contentOf(context, {
    from: ACCOUNT,
    title: 'A new sign-in to your account',
    figure: { label: 'Time', value: moment(when) },
    paragraphs: [
      'Somebody signed in to your account from a device or an address that you have not used before.',
      `Address: ${oneLine(fact(mail, 'address')) || 'unknown'}`,
      `Browser: ${agent || 'unknown'}`,
      'If it was you, there is nothing to do. If not, reset your password now, which ends all sessions, and inform your admin.',
    ],
  })
}
