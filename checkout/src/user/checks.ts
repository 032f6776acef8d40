// Field checks before sending. The server decides; these checks only come sooner.

export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 70

/** Undefined if the server would accept the length. It counts characters, not bytes. */
export function passwordError(password: string): string | undefined {
  const length = Array.from(password.normalize('NFKC')).length
  if (length === 0) return 'Enter a password.'
  if (length < MIN_PASSWORD) {
    return `Use at least ${MIN_PASSWORD} characters. So far there ${length === 1 ? 'is 1' : `are ${length}`}.`
  }
  return length > MAX_PASSWORD
    ? `Use at most ${MAX_PASSWORD} characters. There are ${length}.`
    : undefined
}

/** Without the spaces that apps show in the middle. */
export function compactCode(typed: string): string {
  return typed.replaceAll(/\s/g, '')
}

export function totpError(typed: string): string | undefined {
  return /^\d{6}$/.test(compactCode(typed))
    ? undefined
    : 'Enter the 6 digits that the app shows now.'
}

/** In groups of four, which are easier to copy by hand. */
export function inFours(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
