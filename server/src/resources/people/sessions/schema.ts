// API schemas for signing in.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  Email,
  freeText,
  nullable,
  NullableTimestamp,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { RefundLimits } from '#resources/people/roles/schema.ts'
import { ID_PATTERN } from '#kernel/ids.ts'
import { LOCALE, TIME_ZONE } from '#kernel/calendar.ts'

export const ENDS =
  'When the session ends at the latest, in UTC; after 15 minutes without a request it ends earlier.'

const person = {
  user_id: Type.String({ description: 'Your id as a user, `usr_…`.' }),
  email: Type.String({ description: 'Your e-mail address.' }),
  name: nullable(Type.String({ description: 'Your name; null if not given.' })),
}

export const UpdateUser = strict({
  name: text(255, { description: 'Your name, which your teams see.' }),
})
export type UpdateUser = Static<typeof UpdateUser>

const chosen = {
  theme: nullable(
    described(
      choice('light', 'dark', 'auto'),
      'Colours of the dashboard; null: not chosen, as the device has it.',
    ),
  ),
  locale: nullable(
    shaped(LOCALE, 'a language tag such as en-GB', {
      maxLength: 35,
      description:
        'The format of dates and amounts, as a language tag; null: as the device has it.',
    }),
  ),
  time_zone: nullable(
    shaped(TIME_ZONE, 'a time zone such as Europe/Berlin', {
      maxLength: 64,
      description: 'The time zone in which moments are shown; null: as the device has it.',
    }),
  ),
  profile_id: nullable(
    shaped(ID_PATTERN, 'the id of a business profile', {
      description: 'The business profile that you have chosen at this merchant; null: all.',
    }),
  ),
}

export const UpdatePreferences = Type.Partial(strict(chosen), { additionalProperties: false })
export type UpdatePreferences = Static<typeof UpdatePreferences>

const Preferences = Type.Object(chosen, {
  additionalProperties: false,
  description: 'Your preferences in the dashboard, on every device.',
})

const SignedInUser = answer('SignedInUser', person)

export const SignedIn = answer('SignedIn', {
  token: nullable(
    Type.String({
      description:
        'Send it as `Authorization: Bearer`. Null if the session is a cookie. It is shown only here.',
    }),
  ),
  csrf_token: Type.String({
    description: 'With the cookie, requests that change something send it as `X-CSRF-Token`.',
  }),
  expires_at: described(Timestamp, ENDS),
  two_factor_required: Type.Boolean({
    description: 'The session can do nothing until the second factor is given.',
  }),
  device_token: nullable(
    Type.String({
      description:
        'Names this device as one of yours. Send it when you sign in again: then a stranger who guesses your password cannot lock you out. Null if it is a cookie, or until the second factor is given.',
    }),
  ),
  user: described(SignedInUser, 'Who has signed in.'),
  merchant_id: nullable(
    Type.String({ description: 'The merchant that the session acts for; null if there is none.' }),
  ),
})
export type SignedIn = Static<typeof SignedIn>

// Longer than any password that can be chosen: the same characters may be longer in another Unicode form.
const MAX_SENT = 256
const MAX_TOKEN = 300

const Password = text(MAX_SENT, {
  writeOnly: true,
  description: 'Your present password.',
})
export const NewPassword = text(MAX_SENT, {
  writeOnly: true,
  description:
    '12 to 70 characters. Common passwords, sequences, repetitions and your own address are refused.',
})
export const MailToken = text(MAX_TOKEN, {
  writeOnly: true,
  description: 'The part of the link in the mail behind the `#`.',
})
export const TransportChoice = Type.Optional(
  described(
    choice('bearer', 'cookie'),
    'How the session is kept: `bearer`, the default, returns a `token`; `cookie` sets a cookie, for pages of this server.',
  ),
)
export const DeviceToken = Type.Optional(
  freeText(MAX_TOKEN, {
    writeOnly: true,
    description: 'The `device_token` of an earlier answer, if the session is not a cookie.',
  }),
)

export const SignIn = strict({
  email: described(Email, 'Your e-mail address.'),
  password: Password,
  transport: TransportChoice,
  device_token: DeviceToken,
})
export type SignIn = Static<typeof SignIn>

export const ForgotPassword = strict({ email: described(Email, 'Your e-mail address.') })
export type ForgotPassword = Static<typeof ForgotPassword>

export const ChangePassword = strict({
  old_password: Password,
  new_password: NewPassword,
  device_token: DeviceToken,
})
export type ChangePassword = Static<typeof ChangePassword>

export const AcceptInvitation = strict({
  token: MailToken,
  password: text(MAX_SENT, {
    writeOnly: true,
    description: 'Your password if you have one already; otherwise the one that you choose.',
  }),
  name: Type.Optional(text(255, { description: 'Your name, if you have no account yet.' })),
  transport: TransportChoice,
  device_token: DeviceToken,
})
export type AcceptInvitation = Static<typeof AcceptInvitation>

export const SwitchMerchant = strict({
  merchant_id: shaped(ID_PATTERN, 'the id of a merchant', {
    description: 'A merchant at which you have a role.',
  }),
})
export type SwitchMerchant = Static<typeof SwitchMerchant>

const place = {
  merchant_id: Type.String({ description: 'The id of the merchant.' }),
  merchant_name: Type.String({ description: 'The name of the merchant.' }),
  role_id: Type.String({ description: 'Your role there.' }),
}

export const Switched = answer('SwitchedMerchant', place)
export type Switched = Static<typeof Switched>

export const Done = answer('SignInDone', {
  status: Type.Literal('ok', { description: 'Always `ok`.' }),
  message: Type.String({ description: 'What was done, for people.' }),
})
export type Done = Static<typeof Done>

export const passwordChange = {
  status: Type.Literal('ok', { description: 'Always `ok`.' }),
  message: Type.String({ description: 'What was done, for people.' }),
  device_token: nullable(
    Type.String({
      description: 'Send it when you sign in from this device. Null if it is a cookie.',
    }),
  ),
}
export const PasswordChanged = answer('PasswordChanged', passwordChange)
export type PasswordChanged = Static<typeof PasswordChanged>

const MerchantOfUser = answer('MerchantOfUser', place)

export const CurrentUser = answer('CurrentUser', {
  ...person,
  last_signed_in_at: NullableTimestamp,
  two_factor_enabled: Type.Boolean({ description: 'Whether you sign in with a second factor.' }),
  two_factor_required: Type.Boolean({
    description: 'Whether the second factor is still to be given in this session.',
  }),
  two_factor_setup_required: Type.Boolean({
    description:
      'The merchant requires a second factor and this session began without one: until you set one up, you can do nothing else there.',
  }),
  merchant_id: nullable(Type.String({ description: 'The merchant that this session acts for.' })),
  role_id: nullable(Type.String({ description: 'Your role at the merchant; null without one.' })),
  role_name: nullable(Type.String({ description: 'The name of your role; null without one.' })),
  groups: Type.Array(Type.String(), { description: 'What your role allows, by group.' }),
  scopes: Type.Array(Type.String(), { description: 'The scopes of your role; `*` is all.' }),
  refund_limit: RefundLimits,
  merchant_time_zone: nullable(
    Type.String({
      description: 'The time zone that decides what a day is for the merchant; null without one.',
    }),
  ),
  merchants: Type.Array(MerchantOfUser, {
    description: 'Where you have a role, up to 100; those of an organization included.',
  }),
  preferences: Preferences,
  csrf_token: Type.String({
    description: 'With the cookie, requests that change something send it as `X-CSRF-Token`.',
  }),
})
export type CurrentUser = Static<typeof CurrentUser>

export const Session = answer('Session', {
  session_id: Type.String(),
  merchant_id: nullable(Type.String({ description: 'The merchant that the session acts for.' })),
  is_current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  is_verified: Type.Boolean({
    description: 'Whether the second factor was given, if you have one.',
  }),
  address: Type.String({ description: 'The IP address that it began from.' }),
  user_agent: nullable(
    Type.String({ description: 'The browser that it began in, as it names itself.' }),
  ),
  created: Timestamp,
  seen_at: described(Timestamp, 'When it was last used, in UTC.'),
  expires_at: described(Timestamp, ENDS),
})
export type Session = Static<typeof Session>
export const Sessions = Type.Array(Session)

export const EndedSession = answer('EndedSession', {
  session_id: Type.String(),
  deleted: Type.Literal(true),
})
export type EndedSession = Static<typeof EndedSession>

export const EndedSessions = answer('EndedSessions', {
  deleted: Type.Integer({ description: 'How many sessions were ended.' }),
})
export type EndedSessions = Static<typeof EndedSessions>
