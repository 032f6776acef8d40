// The API schemas of signing in.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  Email,
  nullable,
  NullableTimestamp,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { ID_PATTERN } from '#kernel/ids.ts'

const SignedInUser = answer('SignedInUser', {
  user_id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
})

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
  expires_at: Timestamp,
  two_factor_required: Type.Boolean({
    description: 'The session can do nothing until the second factor is given.',
  }),
  device_token: nullable(
    Type.String({
      description:
        'Names this device as one of yours. Send it when you sign in again: then a stranger who guesses your password cannot lock you out. Null if it is a cookie, or until the second factor is given.',
    }),
  ),
  user: SignedInUser,
  merchant_id: nullable(Type.String()),
})
export type SignedIn = Static<typeof SignedIn>

// Longer than any password that can be chosen: a form of the same characters may have more of them.
const MAX_SENT = 256
const MAX_TOKEN = 300

const Password = text(MAX_SENT, { minLength: 1, writeOnly: true })
const NewPassword = text(MAX_SENT, {
  minLength: 1,
  writeOnly: true,
  description:
    '12 to 70 characters. Common passwords, sequences, repetitions and your own address are refused.',
})
const MailToken = text(MAX_TOKEN, {
  minLength: 1,
  writeOnly: true,
  description: 'The part of the link in the mail behind the `#`.',
})
const TransportChoice = Type.Optional(choice('bearer', 'cookie'))
export const DeviceToken = Type.Optional(
  text(MAX_TOKEN, {
    writeOnly: true,
    description: 'The `device_token` of an earlier answer, if the session is not a cookie.',
  }),
)

export const SignIn = strict({
  email: Email,
  password: Password,
  transport: TransportChoice,
  device_token: DeviceToken,
})
export type SignIn = Static<typeof SignIn>

export const ForgotPassword = strict({ email: Email })
export type ForgotPassword = Static<typeof ForgotPassword>

export const ResetPassword = strict({
  token: MailToken,
  password: NewPassword,
  transport: TransportChoice,
})
export type ResetPassword = Static<typeof ResetPassword>

export const ChangePassword = strict({
  old_password: Password,
  new_password: NewPassword,
  device_token: DeviceToken,
})
export type ChangePassword = Static<typeof ChangePassword>

export const AcceptInvitation = strict({
  token: MailToken,
  password: text(MAX_SENT, {
    minLength: 1,
    writeOnly: true,
    description: 'Your password if you have one already; otherwise the one that you choose.',
  }),
  name: Type.Optional(text(255)),
  transport: TransportChoice,
  device_token: DeviceToken,
})
export type AcceptInvitation = Static<typeof AcceptInvitation>

export const SwitchMerchant = strict({
  merchant_id: shaped(ID_PATTERN, 'the id of a merchant'),
})
export type SwitchMerchant = Static<typeof SwitchMerchant>

export const Switched = answer('SwitchedMerchant', {
  merchant_id: Type.String(),
  merchant_name: Type.String(),
  role_id: Type.String(),
})
export type Switched = Static<typeof Switched>

export const Done = answer('SignInDone', {
  status: Type.Literal('ok'),
  message: Type.String(),
})
export type Done = Static<typeof Done>

export const PasswordReset = answer('PasswordReset', {
  status: Type.Literal('ok'),
  message: Type.String(),
  device_token: nullable(
    Type.String({
      description: 'Send it when you sign in from this device. Null if it is a cookie.',
    }),
  ),
})
export type PasswordReset = Static<typeof PasswordReset>

const MerchantOfUser = answer('MerchantOfUser', {
  merchant_id: Type.String(),
  merchant_name: Type.String(),
  role_id: Type.String(),
})

export const CurrentUser = answer('CurrentUser', {
  user_id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  last_signed_in_at: NullableTimestamp,
  two_factor_enabled: Type.Boolean(),
  two_factor_required: Type.Boolean(),
  merchant_id: nullable(Type.String({ description: 'The merchant that this session acts for.' })),
  role_id: nullable(Type.String()),
  role_name: nullable(Type.String()),
  groups: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  merchants: Type.Array(MerchantOfUser, {
    description: 'Where you have a role, up to 100; those of an organization included.',
  }),
  csrf_token: Type.String(),
})
export type CurrentUser = Static<typeof CurrentUser>

export const Session = answer('Session', {
  session_id: Type.String(),
  merchant_id: nullable(Type.String()),
  is_current: Type.Boolean(),
  is_verified: Type.Boolean(),
  address: Type.String(),
  user_agent: nullable(Type.String()),
  created: Timestamp,
  seen_at: Timestamp,
  expires_at: Timestamp,
})
export type Session = Static<typeof Session>
export const Sessions = Type.Array(Session)

export const EndedSession = answer('EndedSession', {
  session_id: Type.String(),
  deleted: Type.Literal(true),
})
export type EndedSession = Static<typeof EndedSession>

export const EndedSessions = answer('EndedSessions', { deleted: Type.Integer() })
export type EndedSessions = Static<typeof EndedSessions>
