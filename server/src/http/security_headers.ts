const YEAR_S = 31_536_000

/** Answers hold keys and client secrets: no cache stores them, and no browser guesses their type. */
const always = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** By environment. */
export const SECURITY_HEADERS = {
  sandbox: always,
  production: { ...always, 'Strict-Transport-Security': `max-age=${YEAR_S}` },
} as const
