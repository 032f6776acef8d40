// Data that this tab must find again after a reload or a visit to the bank's page. Never a card.

export interface Session {
  /** From the last click on Pay, until its result is known: a repeat under it cannot pay twice. */
  attempt_id?: string
  payment_id?: string
  /** For that payment, or the one that this shopper left for another payment method. */
  client_secret?: string
}

const storageKey = (path: string) => `florin:${path}`

export function readSession(path: string): Session {
  try {
    const stored = sessionStorage.getItem(storageKey(path))
    return stored === null ? {} : (JSON.parse(stored) as Session)
  } catch {
    return {}
  }
}

/** Without storage, as in some private windows, the page works until it is reloaded. */
export function writeSession(path: string, session: Session): void {
  try {
    sessionStorage.setItem(storageKey(path), JSON.stringify(session))
  } catch {
    // The payment goes on.
  }
}

const ID_BYTES = 18

/** Unguessable: anyone who knows it can read the payment that was made under it. */
export function newAttemptId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
