import type { Context } from '#kernel/context.ts'
import { get, post, put, remove, type Route } from '#http/route.ts'
import { beginTotp } from './begin.ts'
import { enrolTotp } from './enrol.ts'
import { generateRecoveryCodes } from './generate.ts'
import { removeTotp } from './remove.ts'
import {
  EnrolTotp,
  RecoveryCodes,
  SecondFactor,
  TotpSecret,
  TwoFactorRemoved,
  Verified,
  VerifyRecoveryCode,
  VerifyTotp,
} from './schema.ts'
import { verifySecondFactor } from './verify.ts'

const tag = 'Sign-in'

const begin_url = '/user/2fa/totp/begin'
const begin = {
  tag,
  access: 'session',
  answer: TotpSecret,
  run: (context: Context) => beginTotp(context),
} as const
const BEGIN =
  'A new secret, shown once. It has no effect until a code of the app is sent to PUT /user/2fa/totp/verify.'

export const twoFactorRoutes: Route[] = [
  post(begin_url, {
    ...begin,
    summary: 'Create a secret for an authenticator app',
    about: BEGIN,
    audit: 'nothing',
    errors: ['IR_14'],
  }),
  get(begin_url, {
    ...begin,
    summary: 'Begin to set up an authenticator app',
    about: `${BEGIN} Only with a bearer token: with a session cookie it is 405, because it changes something. POST takes both.`,
    bearer_only: true,
    errors: ['IR_03', 'IR_14'],
  }),
  put('/user/2fa/totp/verify', {
    tag,
    summary: 'Finish setting up an authenticator app',
    about:
      'From now on signing in needs a code. Ends your other sessions, and answers with 8 recovery codes.',
    access: 'session',
    body: EnrolTotp,
    example: { totp: '123456' },
    answer: RecoveryCodes,
    errors: ['IR_01', 'IR_04', 'IR_14'],
    run: (context, { body }) => enrolTotp(context, body),
  }),
  post('/user/2fa/totp/verify', {
    tag,
    summary: 'Give a code of the app',
    about:
      'After signing in, when `two_factor_required` is true. A code works once. After 4 wrong codes there are none for 5 minutes.',
    access: 'session',
    unverified: true,
    body: VerifyTotp,
    creates: true,
    example: { totp: '123456' },
    answer: Verified,
    errors: ['IR_01', 'IR_04', 'IR_14'],
    run: (context, { body }) => verifySecondFactor(context, { totp: body.totp }, body.device_token),
  }),
  remove('/user/2fa/totp', {
    tag,
    summary: 'Remove the authenticator app',
    about: 'With a code of the app or a recovery code. All recovery codes become useless.',
    access: 'session',
    body: SecondFactor,
    example: { totp: '123456' },
    answer: TwoFactorRemoved,
    errors: ['IR_04', 'IR_14'],
    run: (context, { body }) => removeTotp(context, body),
  }),
  post('/user/2fa/recovery_code/generate', {
    tag,
    summary: 'Generate new recovery codes',
    about: 'Replaces all earlier ones. Needs a code of the app.',
    access: 'session',
    body: EnrolTotp,
    example: { totp: '123456' },
    answer: RecoveryCodes,
    errors: ['IR_01', 'IR_04', 'IR_14'],
    run: (context, { body }) => generateRecoveryCodes(context, body),
  }),
  post('/user/2fa/recovery_code/verify', {
    tag,
    summary: 'Give a recovery code',
    about:
      'Instead of a code of the app. Each works once; wrong ones count together with wrong codes of the app.',
    access: 'session',
    unverified: true,
    body: VerifyRecoveryCode,
    creates: true,
    example: { recovery_code: 'k3mp-7xqa-w2dn-5hzc-b6tq-r4fe' },
    answer: Verified,
    errors: ['IR_01', 'IR_04', 'IR_14'],
    run: (context, { body: { recovery_code, device_token } }) =>
      verifySecondFactor(context, { recovery_code }, device_token),
  }),
]
