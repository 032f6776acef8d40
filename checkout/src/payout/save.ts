// Sends the recipient's details. They go to this server only, with the link's client_secret.
import { send } from '../api.ts'
import type { PayoutMethod, PayoutPageData } from '@florin/pages/payout_setup.ts'

export type Saved =
  | { type: 'saved' }
  /** They are already there, or the payout has ended: the page is out of date. */
  | { type: 'outdated' }
  | { type: 'refused'; field: string | undefined }
  | { type: 'lost' }

export interface Details {
  method: PayoutMethod
  /** By field. */
  values: Readonly<Record<string, string>>
  /** Stays the same while an answer is missing, so that nothing is saved twice. */
  attempt_id: string
}

export async function saveDetails(
  { payout_id, publishable_key }: PayoutPageData,
  client_secret: string,
  details: Details,
): Promise<Saved> {
  const answer = await send(`/payouts/${encodeURIComponent(payout_id)}/confirm`, {
    method: 'POST',
    headers: {
      'api-key': publishable_key ?? '',
      'Content-Type': 'application/json',
      'Idempotency-Key': details.attempt_id,
    },
    body: JSON.stringify({ client_secret, ...buildBody(details) }),
  })
  if (answer.type === 'ok') return { type: 'saved' }
  if (answer.type === 'unknown') return { type: 'lost' }
  const { code, field } = answer.error
  if (code === 'IR_16' || code === 'AU_01') return { type: 'outdated' }
  return { type: 'refused', field: field?.split('.').at(-1) }
}

const TYPES = {
  bank_transfer: 'bank',
  card: 'card',
  wallet: 'wallet',
  bank_redirect: 'bank_redirect',
}

function buildBody({ method: { kind, type, fields }, values }: Details): object {
  const entries = fields.flatMap(({ name }) => {
    const text = values[name]?.trim()
    return text ? [[name, text] as const] : []
  })
  const own = Object.fromEntries(entries)
  const data = {
    bank_transfer: { bank_transfer: { payout_method_type: type, ...own } },
    card: { card: own },
    wallet: { wallet: { [type]: own } },
    bank_redirect: { bank_redirect: { [type]: own } },
  }
  return { payout_type: TYPES[kind], payout_method_data: data[kind] }
}
