// Who causes a change. The events of a commit carry it, so that a payment needs no second row in the audit trail.
import type { Write } from '#kernel/change.ts'

export interface Actor {
  /** `shopper` and `provider` sent no key of a merchant, or a publishable one. */
  readonly actor: 'api_key' | 'user' | 'operator' | 'shopper' | 'provider' | 'anonymous'
  readonly key_id: string | null
  readonly user_id: string | null
  /** Null for shoppers: it would be personal data that the erasure of a customer does not find. */
  readonly address: string | null
  readonly request_id: string | null
}

/** All five columns always, so that the commits of requests have few shapes. */
export function withActor(write: Write, by: Actor): Write {
  if (!isEvent(write)) return write
  const { actor, key_id, user_id, address, request_id } = by
  return { ...write, row: { ...write.row, actor, key_id, user_id, address, request_id } }
}

export function hasActor({ row }: Write): boolean {
  return 'actor' in row
}

/** A test event reports no change. */
export function isEvent({ kind, table, row }: Write): boolean {
  return kind === 'insert' && table.name === 'events' && row['is_test'] !== true
}
