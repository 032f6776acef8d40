// Mails about account changes, each with a link that ends all sessions.
import type { Context } from '#kernel/context.ts'
import { addMs } from '#kernel/clock.ts'
import { type MailContent, oneLine } from '#core/mail/content.ts'
import { fact } from '#core/mail/kinds.ts'
import { userByEmail } from '#resources/people/users/read.ts'
import {
  END_SESSIONS_MS,
  endSessionsToken,
  endSessionsUrl,
} from '#resources/people/users/tokens.ts'
import { ACCOUNT, buildContent, moment, type UserMail } from './content.ts'

/** The caller chooses the browser's name, so it is cut. */
const MAX_AGENT = 120

interface Change {
  readonly title: string
  readonly what: string
  /** Advice after all sessions have ended, if it was not the user. */
  readonly advice: string
  /** Mail facts that describe part of the change. */
  readonly details?: (mail: UserMail) => string[]
}

const RESET = 'choose a new password with “Forgot your password?” on the sign-in page'

const changes = {
  new_sign_in: {
    title: 'A new sign-in to your account',
    what: 'Somebody signed in to your account from a device or an address that you have not used before.',
    advice: RESET,
  },
  passkey_added: {
    title: 'A passkey was added to your account',
    what: 'From now on this passkey signs in to your account, without a password.',
    advice: `${RESET}, sign in, and delete the passkey under “Your account”; a new password does not remove it`,
    details: (mail) => [`Passkey: ${oneLine(fact(mail, 'name'))}`],
  },
  two_factor_added: {
    title: 'An authenticator app was added to your account',
    what: 'From now on signing in with your password needs a code of this app, or a recovery code.',
    advice: `${RESET}, and ask an admin of your team or the operator of this service to remove the app`,
  },
  password_changed: {
    title: 'Your password was changed',
    what: 'The password of your account is a new one. All other sessions have ended.',
    advice: RESET,
    details: (mail) =>
      mail.facts['removed'] === true
        ? [
            'Passkeys and the second factor that were added before you proved to have this mailbox were removed.',
          ]
        : [],
  },
  second_factor_locked: {
    title: 'Somebody guesses the codes of your authenticator app',
    what: 'There were 100 wrong codes in a row. Codes of the app are not accepted any more; recovery codes are. Whoever sent them knows your password.',
    advice: `${RESET}, then sign in with a recovery code, which unlocks the app. Without one, ask the operator of this service`,
  },
} as const satisfies Readonly<Record<string, Change>>

export async function accountChange(
  context: Context,
  mail: UserMail,
): Promise<MailContent | string> {
  const { title, what, advice, details }: Change = changes[mail.kind as keyof typeof changes]
  const at = new Date(fact(mail, 'at'))
  const when = Number.isNaN(at.getTime()) ? mail.created : at
  const agent = oneLine(fact(mail, 'user_agent')).slice(0, MAX_AGENT)
  const button = await endSessionsButton(context, mail)
  const first = button === undefined ? '' : 'end all sessions with the link below, then '
  return buildContent(context, {
    from: ACCOUNT,
    title,
    figure: { label: 'Time', value: moment(when) },
    paragraphs: [
      what,
      ...(details?.(mail) ?? []),
      `Address: ${oneLine(fact(mail, 'address')) || 'unknown'}`,
      `Browser: ${agent || 'unknown'}`,
      `If it was you, there is nothing to do. If not, ${first}${advice}.`,
    ],
    ...(button === undefined ? {} : { button }),
  })
}

/** The link is derived from the mail's time, so a mail that is sent again has the same one. */
async function endSessionsButton(
  { db, keyring, public_url }: Context,
  { email, created }: UserMail,
) {
  const user = await userByEmail(db, email)
  if (public_url === '' || user === undefined) return undefined
  const token = endSessionsToken(keyring, user.user_id, addMs(created, END_SESSIONS_MS))
  return { label: 'It was not me: end all sessions', url: endSessionsUrl(public_url, token) }
}
