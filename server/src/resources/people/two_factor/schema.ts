// API schemas for the second factor.
import { type Static, Type } from 'typebox'
import {
  answer,
  described,
  nullable,
  oneOf,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { DeviceToken, ENDS } from '#resources/people/sessions/schema.ts'

const Totp = shaped('^[0-9]{6}$', 'the six digits that the app shows', {
  writeOnly: true,
  description: 'The six digits that the app shows.',
})
const RecoveryCode = text(32, {
  writeOnly: true,
  description: 'One of your recovery codes, which works once.',
})

export const TotpSecret = answer('TotpSecret', {
  secret: Type.String({ description: 'In base 32, for an app that cannot read the QR code.' }),
  totp_url: Type.String({ description: 'For a QR code.' }),
})
export type TotpSecret = Static<typeof TotpSecret>

export const EnrolTotp = strict({ totp: Totp })
export type EnrolTotp = Static<typeof EnrolTotp>

export const VerifyTotp = strict({ totp: Totp, device_token: DeviceToken })
export type VerifyTotp = Static<typeof VerifyTotp>

export const VerifyRecoveryCode = strict({
  recovery_code: RecoveryCode,
  device_token: DeviceToken,
})
export type VerifyRecoveryCode = Static<typeof VerifyRecoveryCode>

/** An app code or a recovery code. */
export const SecondFactor = oneOf({
  totp: Type.Optional(Totp),
  recovery_code: Type.Optional(RecoveryCode),
})
export type SecondFactor = Static<typeof SecondFactor>

export const RecoveryCodes = answer('RecoveryCodes', {
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each works once, instead of a code of the app. They are shown only here.',
  }),
})
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const Verified = answer('VerifiedSession', {
  two_factor_required: Type.Literal(false, { description: 'Always false: it was given.' }),
  expires_at: described(Timestamp, ENDS),
  recovery_codes_left: Type.Integer({ description: 'How many recovery codes are unused.' }),
  device_token: nullable(
    Type.String({
      description: 'Send it when you sign in again from this device. Null if it is a cookie.',
    }),
  ),
})
export type Verified = Static<typeof Verified>

export const TwoFactorRemoved = answer('TwoFactorRemoved', {
  two_factor_enabled: Type.Literal(false, {
    description: 'Always false: you sign in without a second factor.',
  }),
})
export type TwoFactorRemoved = Static<typeof TwoFactorRemoved>
