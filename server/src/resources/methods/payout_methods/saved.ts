// Saved payout methods: the masked form is in this table, the numbers in the vault.
import { type Insert, insert, remove, type Write } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { evictSecret } from '#core/vault/vault.ts'
import {
  type PayoutMethodRow,
  payoutMethods,
  selectPayoutMethod,
  selectPayoutMethods,
} from './store.ts'

/** Written with the payout that succeeded. */
export function savePayoutMethod(method: Omit<PayoutMethodRow, 'version'>): Insert {
  return insert(payoutMethods, { ...method, version: 1 })
}

export async function readPayoutMethod(
  context: Pick<Context, 'db' | 'merchant_id'>,
  payout_method_id: string,
): Promise<PayoutMethodRow> {
  const row = await selectPayoutMethod(context.db, context.merchant_id, payout_method_id)
  if (row === undefined) throw notFound('payout method', payout_method_id)
  return row
}

/** Writes that delete all methods a customer has saved, with their numbers in the vault. */
export async function deletePayoutMethods(
  services: Pick<Services, 'db'>,
  merchant_id: string,
  customer_id: string,
): Promise<Write[]> {
  const rows = await selectPayoutMethods(services.db, merchant_id, customer_id)
  return rows.flatMap((row) => [remove(payoutMethods, row), evictSecret(merchant_id, row.vault_id)])
}
