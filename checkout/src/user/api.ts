// Requests from user pages. The session is a cookie that no script can read; a request that changes something needs
// the token from the answer that opened it.
import { type Result, send } from '../api.ts'
import type { Enrolment, Invitation, PasswordReset, SignedIn } from '@florin/pages/account_setup.ts'

let csrf_token: string | undefined

function call<Value>(method: string, url: string, body?: object): Promise<Result<Value>> {
  return send(url, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(csrf_token === undefined ? {} : { 'X-CSRF-Token': csrf_token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

export interface Acceptance {
  token: string
  password: string
  name?: string
}

export const api = {
  readInvitation: (token: string) => call<Invitation>('POST', '/user/invitation/read', { token }),
  readReset: (token: string) => call<{ email: string }>('POST', '/user/reset/read', { token }),
  async acceptInvitation(acceptance: Acceptance): Promise<Result<SignedIn>> {
    const body = { ...acceptance, transport: 'cookie' }
    const answer = await call<SignedIn>('POST', '/user/accept_invite_from_email', body)
    if (answer.type === 'ok') csrf_token = answer.value.csrf_token
    return answer
  },
  resetPassword: (token: string, password: string) =>
    call<PasswordReset>('POST', '/user/reset_password', { token, password, transport: 'cookie' }),
  readEndSessions: (token: string) =>
    call<{ email: string }>('POST', '/user/end_sessions/read', { token }),
  endSessions: (token: string) => call('POST', '/user/end_sessions', { token }),
  finishSignIn: (response: Readonly<Record<string, string>>) =>
    call<{ url: string }>('POST', '/user/oidc/callback', response),
  requestReset: (email: string) => call('POST', '/user/forgot_password', { email }),
  beginTotp: () => call<Enrolment>('POST', '/user/2fa/totp/begin', {}),
  enrolTotp: (totp: string) =>
    call<{ recovery_codes: string[] }>('PUT', '/user/2fa/totp/verify', { totp }),
  verifyTotp: (totp: string) => call('POST', '/user/2fa/totp/verify', { totp }),
  verifyRecoveryCode: (recovery_code: string) =>
    call('POST', '/user/2fa/recovery_code/verify', { recovery_code }),
  signOut: () => call('POST', '/user/signout', {}),
}
