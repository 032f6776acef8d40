import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { CardEntry } from '#core/providers/provider_type.ts'

export interface ConnectorRow {
  merchant_id: string
  connector_id: string
  /** The provider type. */
  connector_name: string
  connector_label: string
  /** Null: for all profiles. */
  profile_id: string | null
  /** The vault row with the credentials and the webhook secrets. */
  vault_id: string
  public_credentials: Readonly<Record<string, string>>
  fingerprint: string
  settings: Readonly<Record<string, boolean>>
  /** Method types; empty: every type that the provider offers. */
  payment_methods_enabled: string[]
  card_entry: CardEntry
  /** The lowest comes first where no routing rule decides. */
  priority: number
  status: 'active' | 'disabled'
  test_mode: boolean
  verified_at: Date
  created: Date
  modified_at: Date
  deleted_at: Date | null
  version: number
}

export const connectors = table<ConnectorRow>('connectors', 'merchant_id', 'connector_id')

const connectorColumns = columns<ConnectorRow>()(`
  merchant_id connector_id connector_name connector_label profile_id vault_id public_credentials
  fingerprint settings payment_methods_enabled card_entry priority status test_mode verified_at
  created modified_at deleted_at version
`)

/** Deleted ones too. */
export const findConnector = finder(connectors, connectorColumns)

export const MAX_CONNECTORS = 50

/** In the order in which they are tried without rules. */
export function findConnectors(db: Database, merchant_id: string) {
  return db.rows<ConnectorRow>(sql`select ${connectorColumns} from connectors
    where merchant_id = ${merchant_id} and deleted_at is null
    order by priority, created, connector_id limit ${MAX_CONNECTORS}`)
}

const PAGE = 200

/** Every merchant's accounts that are not deleted. */
export async function* everyConnector(db: Database): AsyncGenerator<ConnectorRow> {
  let after: Pick<ConnectorRow, 'merchant_id' | 'connector_id'> = {
    merchant_id: '',
    connector_id: '',
  }
  for (;;) {
    const page = await db.rows<ConnectorRow>(sql`select ${connectorColumns} from connectors
      where (merchant_id, connector_id) > (${after.merchant_id}, ${after.connector_id})
        and deleted_at is null
      order by merchant_id, connector_id limit ${PAGE}`)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

interface UsedBy {
  what: 'payment' | 'saved payment method'
  id: string
}

/** Refunds and disputes are possible for this long after a payment. */
const REFUNDABLE_DAYS = 540

/** A payment whose money can still come back through the account, or that has no final state. */
export function findOpenPayment(db: Database, merchant_id: string, connector_id: string) {
  return db.first<UsedBy>(sql`select 'payment' as what, payment_id as id
    from (
        select object_id from operations
        where merchant_id = ${merchant_id} and connector_id = ${connector_id} and kind = 'authorize'
          and transaction_id is not null
        union all
        select object_id from operations
        where merchant_id = ${merchant_id} and connector_id = ${connector_id} and check_at is not null
      ) as attempts
      join payments on merchant_id = ${merchant_id} and payment_id = object_id
    where connector_id = ${connector_id}
      and (status not in ('succeeded', 'failed', 'cancelled', 'expired', 'partially_captured')
        or (amount_received > amount_refunded
          and created > now() - ${REFUNDABLE_DAYS} * interval '1 day'))
    limit 1`)
}
