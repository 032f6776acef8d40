// Calls the sandbox bank itself: its log, its faults and its disputes. Without test hooks, so scripts can use it too.

/** One line of the bank's log: what it really did. */
export interface BankFact {
  readonly seq: number
  readonly operation_id: string
  readonly kind: string
  readonly effect: string
  readonly amount: number
  readonly currency: string
  readonly parent_id: string | null
  readonly reference: string
}

export interface BankDesk {
  log(): Promise<BankFact[]>
  desk(method: string, path: string, body?: unknown): Promise<Response>
}

export function openDesk(bank: { url: string; env: Readonly<Record<string, string>> }): BankDesk {
  const headers = {
    Authorization: `Bearer ${bank.env['FLORIN_BANK_KEY']}`,
    'Content-Type': 'application/json',
  }
  const desk = (method: string, path: string, body?: unknown) => {
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetch(bank.url + path, { method, headers, ...payload })
  }
  return { desk, log: async () => (await (await desk('GET', '/log')).json()) as BankFact[] }
}
