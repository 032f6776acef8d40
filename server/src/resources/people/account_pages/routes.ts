import { page } from '#http/download.ts'
import { get, post, type Route } from '#http/route.ts'
import { readInvitationLink, readResetLink } from './read_link.ts'
import { resetPassword } from './reset_password.ts'
import { EndedSessions } from '#resources/people/sessions/schema.ts'
import { endSessionsByLink, readEndSessionsLink } from './end_sessions.ts'
import {
  EndSessionsLink,
  InvitationLink,
  PasswordReset,
  ReadLink,
  ResetLink,
  ResetPassword,
} from './schema.ts'
import { showUserPage } from './show.ts'

const byBrowser = { tag: 'Sign-in', access: 'public', limit: 'user page', status: 200 } as const
const token = 'mer_0123456789.usr_0123456789.secret-of-the-link'

export const userPageRoutes: Route[] = [
  get('/user/invitation', {
    ...byBrowser,
    summary: 'Open the page of an invitation',
    about:
      'The link in the mail of an invitation. Its token is behind the `#`, so that it is in no log.',
    answer: page('text/html'),
    run: (context) => showUserPage(context, 'invitation'),
  }),
  post('/user/invitation/read', {
    ...byBrowser,
    summary: 'Read an invitation',
    about: 'Internal: what the page shows about the link. It changes nothing.',
    body: ReadLink,
    example: { token },
    answer: InvitationLink,
    errors: ['IR_04'],
    run: (context, { body }) => readInvitationLink(context, body),
  }),
  get('/user/reset', {
    ...byBrowser,
    summary: 'Open the page to choose a new password',
    about: 'The link in the mail that `POST /user/forgot_password` sends.',
    answer: page('text/html'),
    run: (context) => showUserPage(context, 'reset'),
  }),
  post('/user/reset/read', {
    ...byBrowser,
    summary: 'Read a link to choose a new password',
    about: 'Internal: whose password it is. It changes nothing.',
    body: ReadLink,
    example: { token },
    answer: ResetLink,
    errors: ['IR_04'],
    run: (context, { body }) => readResetLink(context, body),
  }),
  post('/user/reset_password', {
    tag: 'Sign-in',
    summary: 'Reset the password',
    about:
      'Ends all sessions. It signs nobody in; but you can sign in from this device even while others are locked out. Passkeys and the second factor stay, unless they were added before anybody proved to have the mailbox: then `removed` names them.',
    access: 'public',
    limit: 'sign_in',
    body: ResetPassword,
    creates: true,
    example: { token: 'usr_…', password: 'orbit walnut crayon' },
    answer: PasswordReset,
    errors: ['RL_01', 'IR_01', 'IR_04'],
    run: (context, { body }) => resetPassword(context, body),
  }),
  get('/user/end_sessions', {
    ...byBrowser,
    summary: 'Open the page to end all sessions',
    about:
      'The link in mails about a change of the account. The page has a button; opening it changes nothing.',
    answer: page('text/html'),
    run: (context) => showUserPage(context, 'end_sessions'),
  }),
  post('/user/end_sessions/read', {
    ...byBrowser,
    summary: 'Read a link to end all sessions',
    about: 'Internal: whose sessions they are. It changes nothing.',
    body: ReadLink,
    example: { token },
    answer: EndSessionsLink,
    errors: ['IR_04'],
    run: (context, { body }) => readEndSessionsLink(context, body),
  }),
  post('/user/end_sessions', {
    ...byBrowser,
    summary: 'End all sessions with the link of a mail',
    about:
      'With the token of the link in a mail about a change of the account, which works for 7 days. It signs nobody in.',
    body: ReadLink,
    example: { token },
    answer: EndedSessions,
    errors: ['IR_01', 'IR_04'],
    run: (context, { body }) => endSessionsByLink(context, body),
  }),
]
