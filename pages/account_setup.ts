// What the server writes into the pages of users, and the answers to their requests.

export interface UserPageData {
  kind: 'invitation' | 'reset' | 'end_sessions' | 'sign_in'
  /** The name of the provider of single sign-on. */
  provider?: string
  /** The deployment is a sandbox. */
  test_mode: boolean
}

/** The answer to `POST /user/invitation/read`. */
export interface Invitation {
  email: string
  /** The person has a password already. */
  has_account: boolean
  /** What the person is invited to: a merchant, or an organization with its merchants. */
  entity_name: string
  role_name: string | null
  /** Only the invited person has the link. */
  proves_mailbox: boolean
  /** ISO 8601. */
  expires_at: string
}

/** What the page needs of the answer of a sign-in. */
export interface SignedIn {
  csrf_token: string
  two_factor_required: boolean
}

/** What signs in, or is asked for, besides a password. */
export interface Factors {
  passkeys: number
  two_factor: boolean
}

/** What the page needs of the answer to `POST /user/reset_password`. */
export interface PasswordReset {
  removed: Factors
  remaining: Factors
}

export interface Enrolment {
  secret: string
  totp_url: string
}
