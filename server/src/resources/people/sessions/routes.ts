import { get, post, remove, type Route } from '#http/route.ts'
import { acceptInvitation } from './accept_invitation.ts'
import { changePassword } from './change_password.ts'
import { renameUser } from '#resources/people/users/rename.ts'
import { updatePreferences } from '#resources/people/users/update_preferences.ts'
import { NamedUser } from '#resources/people/users/schema.ts'
import { endOtherSessions, endSession, endSessionsOfMember } from './end.ts'
import { forgotPassword } from './forgot_password.ts'
import { getCurrentUser, listSessions } from './read.ts'
import {
  AcceptInvitation,
  ChangePassword,
  CurrentUser,
  Done,
  EndedSession,
  EndedSessions,
  ForgotPassword,
  PasswordChanged,
  Sessions,
  SignedIn,
  SignIn,
  Switched,
  SwitchMerchant,
  UpdatePreferences,
  UpdateUser,
} from './schema.ts'
import { signIn } from './sign_in.ts'
import { signOut } from './sign_out.ts'
import { switchMerchant } from './switch_merchant.ts'

const tag = 'Sign-in'
/** Requests without a session are counted per address under this name. */
const limit = 'sign_in'

const examplePassword = 'orbit walnut crayon'

export const sessionRoutes: Route[] = [
  post('/user/signin', {
    tag,
    summary: 'Sign in',
    about:
      'The session ends after 15 minutes without a request, and after 12 hours. With `transport: cookie` it is a cookie that no script can read, and every request that changes something needs the header `X-CSRF-Token`. After 5 wrong passwords from an address, or 50 from all addresses, only devices that you have used before are let in for 15 minutes, and those that have reset the password.',
    access: 'public',
    limit,
    body: SignIn,
    creates: true,
    example: { email: 'ada@example.com', password: examplePassword },
    answer: SignedIn,
    errors: ['AU_01', 'RL_01', 'IR_01', 'IR_04'],
    run: (context, { body }) => signIn(context, body),
  }),
  post('/user/signout', {
    tag,
    summary: 'Sign out',
    about: 'Ends this session at once.',
    access: 'session',
    unverified: true,
    answer: Done,
    run: (context) => signOut(context),
  }),
  post('/user/forgot_password', {
    tag,
    summary: 'Ask for a link to reset the password',
    about:
      'The answer is the same whether the address has an account or not. An address gets 3 mails in 15 minutes at most. A link works once, for 24 hours, until another one is sent.',
    access: 'public',
    limit,
    audit: 'nothing',
    body: ForgotPassword,
    example: { email: 'ada@example.com' },
    answer: Done,
    errors: ['RL_01', 'IR_01', 'IR_04'],
    run: (context, { body }) => forgotPassword(context, body),
  }),
  post('/user/change_password', {
    tag,
    summary: 'Change the password',
    about: 'Ends all other sessions, and makes a link to reset the password useless.',
    access: 'session',
    body: ChangePassword,
    creates: true,
    example: { old_password: examplePassword, new_password: 'tide-lamp-quartz' },
    answer: PasswordChanged,
    errors: ['IR_01', 'IR_04'],
    run: (context, { body }) => changePassword(context, body),
  }),
  post('/user/accept_invite_from_email', {
    tag,
    summary: 'Accept an invitation',
    about:
      'With the token of the link in the mail, which works once, for 24 hours. A new user chooses a password; a user who has one gives it. The answer is that of signing in.',
    access: 'public',
    limit,
    body: AcceptInvitation,
    creates: true,
    example: { token: 'mer_….usr_…', password: examplePassword, name: 'Ada King' },
    answer: SignedIn,
    errors: ['AU_01', 'RL_01', 'IR_01', 'IR_04', 'IR_14'],
    run: (context, { body }) => acceptInvitation(context, body),
  }),
  get('/user', {
    tag,
    summary: 'Retrieve the user who has signed in',
    about: 'Until the second factor is given, it has no role, no scopes and no merchants.',
    access: 'session',
    unverified: true,
    answer: CurrentUser,
    run: (context) => getCurrentUser(context),
  }),
  post('/user', {
    tag,
    summary: 'Change your name',
    access: 'session',
    body: UpdateUser,
    example: { name: 'Ada King' },
    answer: CurrentUser,
    errors: ['IR_01', 'IR_04'],
    run: async (context, { body }) => {
      await renameUser(context, body.name)
      return getCurrentUser(context)
    },
  }),
  post('/user/preferences', {
    tag,
    summary: 'Save your preferences',
    about:
      'Theme, format and time zone are for every merchant, `profile_id` is for the one that the session acts for. Omitted fields keep their values.',
    access: 'session',
    // A theme is no event in a merchant's history.
    audit: 'nothing',
    body: UpdatePreferences,
    example: { theme: 'dark', locale: 'de-AT', time_zone: 'Europe/Vienna' },
    answer: CurrentUser,
    errors: ['IR_04'],
    run: async (context, { body }) => {
      await updatePreferences(context, body)
      return getCurrentUser(context)
    },
  }),
  get('/user/sessions', {
    tag,
    summary: 'List your sessions',
    about: 'Newest first, 30 at most: the oldest one ends when another begins.',
    access: 'session',
    answer: Sessions,
    run: (context) => listSessions(context),
  }),
  remove('/user/sessions/:session_id', {
    tag,
    summary: 'End a session',
    about:
      'Needs a session that began within the last ten minutes, unless it is the session itself.',
    access: 'session',
    answer: EndedSession,
    errors: ['IR_05'],
    run: (context, { params }) => endSession(context, params.session_id),
  }),
  remove('/user/sessions', {
    tag,
    summary: 'End all your other sessions',
    about: 'Needs a session that began within the last ten minutes.',
    access: 'session',
    answer: EndedSessions,
    run: (context) => endOtherSessions(context),
  }),
  post('/user/user/end_sessions', {
    tag: 'Team users',
    summary: 'End the sessions of a user',
    about:
      'Those in which the user works for this merchant. The user keeps the role and can sign in again.',
    access: 'users:write',
    audit: [],
    body: NamedUser,
    example: { email: 'ada@example.com' },
    answer: EndedSessions,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: (context, { body }) => endSessionsOfMember(context, body),
  }),
  post('/user/switch_merchant', {
    tag,
    summary: 'Work for another merchant',
    about: 'From the next request on this session acts for it, with your role there.',
    access: 'session',
    body: SwitchMerchant,
    example: { merchant_id: 'mer_00000000000000000000000001' },
    answer: Switched,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: (context, { body }) => switchMerchant(context, body),
  }),
]
