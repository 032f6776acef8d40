// A forger who changes the audit trail with every right in the database but without the deployment's secret.
import assert from 'node:assert/strict'
import { sealHash, leafOfRow, type SealRow } from '#resources/accounts/audit/chain.ts'
import { change } from './audit_trail.ts'
import type { Shop } from './harness.ts'

/** In their order. */
export function sealsOf(shop: Shop): Promise<SealRow[]> {
  return change(shop, 'select * from audit_seals where merchant_id = $1 order by seal_no')
}

type AnyRow = Parameters<typeof leafOfRow>[0]

/** Hashes are plain SHA-256 and need no secret. Returns the first seal that changed. */
export async function computeAgain(shop: Shop, entry_id: string): Promise<number> {
  const { db } = shop.services
  const [row] = await change<AnyRow>(
    shop,
    `select * from audit_log where merchant_id = $1 and audit_id = '${entry_id}'`,
  )
  assert.ok(row)
  const { leaf } = leafOfRow(row)
  const seals = await sealsOf(shop)
  const first = seals.findIndex(({ entry_ids }) => entry_ids.includes(entry_id))
  assert.ok(first >= 0)
  for (const seal of seals.slice(first)) {
    const nth = seal.entry_ids.indexOf(entry_id)
    const leaves = Buffer.from(seal.leaves)
    if (nth >= 0) leaf.copy(leaves, nth * leaf.length)
    const previous_hash = seals[seal.seal_no - 2]?.hash ?? seal.previous_hash
    const next = { ...seal, leaves, previous_hash }
    const hash = sealHash(next)
    seals[seal.seal_no - 1] = { ...next, hash }
    await db.run(
      `update audit_seals set leaves = $3, previous_hash = $4, hash = $5
       where merchant_id = $1 and seal_no = $2`,
      [seal.merchant_id, seal.seal_no, leaves, previous_hash, hash],
    )
  }
  return first + 1
}
