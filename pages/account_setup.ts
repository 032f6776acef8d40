// The data that the server writes into user pages, and the answers to their requests.

export interface UserPageData {
  kind: 'invitation' | 'reset' | 'end_sessions' | 'sign_in'
  /** The single sign-on provider's name. */
  provider?: string
  /** The deployment is a sandbox. */
  test_mode: boolean
}

/** The answer to `POST /user/invitation/read`. */
export interface Invitation {
  email: string
  /** The person has a password already. */
  has_account: boolean
  /** The inviting merchant, or organization with its merchants. */
  entity_name: string
  role_name: string | null
  /** Only the invited person has the link. */
  proves_mailbox: boolean
  /** ISO 8601. */
  expires_at: string
}

/** The part of a sign-in response that the page needs. */
export interface SignedIn {
  csrf_token: string
  two_factor_required: boolean
}

/** Sign-in factors besides a password. */
export interface Factors {
  passkeys: number
  two_factor: boolean
}

/** The part of the `POST /user/reset_password` response that the page needs. */
export interface PasswordReset {
  removed: Factors
  remaining: Factors
}

export interface Enrolment {
  secret: string
  totp_url: string
}
