import type { File } from './dossier.ts'

/** What the books say was moved for this reason. */
export function booked(transfers: File['transfers'], cause: string): number {
  return transfers.filter((row) => row.cause === cause).reduce((n, row) => n + row.amount, 0)
}

/** Money is moved only by what the provider has done. */
export function unearned({ operations, transfers }: Omit<File, 'events'>): string[] {
  const known = new Map(operations.map((row) => [row.operation_id, row]))
  return transfers
    .filter(({ operation_id }) => known.get(operation_id)?.status !== 'approved')
    .map(({ transfer_id }) => `${transfer_id} is booked for an operation that was not approved`)
}
