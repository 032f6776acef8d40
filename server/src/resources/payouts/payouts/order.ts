// Parsed payout orders. An order is complete: everything that needs no lookup has been checked.
import { type Fault, fault, invalid, missingAmong } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import type { PayoutAccount } from '#core/providers/payout.ts'
import { parseBank } from '#resources/methods/payout_methods/method.ts'
import {
  type OrderedMethod,
  parseOrderedMethod,
} from '#resources/methods/payout_methods/resolve_method.ts'
import type { CreatePayout, EditPayout } from './schema.ts'

export interface EditOrder extends Omit<EditPayout, 'payout_method_data' | 'source_bank_data'> {
  readonly method: OrderedMethod | undefined
  /** The account that the money comes from, where the rail supports a choice. */
  readonly source: PayoutAccount | undefined
}

export type PayoutOrder = EditOrder & CreatePayout

export function parsePayout(body: Sent<CreatePayout>, now: Date): Parsed<PayoutOrder> {
  const { payout_type, payout_method_data, payout_token, payout_method_id } = body
  const isSaved = payout_token !== undefined || payout_method_id !== undefined
  const isWhole = body.confirm === true && !isSaved
  const { faults, order } = parseEdit(body, now)
  return {
    faults: [
      ...linkFaults(body),
      ...faults,
      ...(isWhole ? missingAmong({ payout_type, payout_method_data }) : []),
    ],
    order: () => order() as PayoutOrder,
  }
}

function linkFaults({ payout_link, payout_link_config }: Sent<CreatePayout>): Fault[] {
  if (payout_link_config === undefined || payout_link === true) return []
  return [invalid('payout_link_config', 'requires `payout_link: true`')]
}

export function parseEdit(body: Sent<EditPayout>, now: Date): Parsed<EditOrder> {
  const { payout_method_data: _, source_bank_data, ...fields } = body
  const { faults, order } = parseOrderedMethod(body, now)
  const source = source_bank_data && parseBank(source_bank_data, 'source_bank_data')
  return {
    faults: [...faults, ...(source?.faults ?? []), ...customerFaults(body)],
    order: () => ({
      ...(fields as EditPayout),
      method: order(),
      source: source && (source.order().instrument as PayoutAccount),
    }),
  }
}

function customerFaults({ customer, customer_id }: Sent<EditPayout>): Fault[] {
  const old = customer_id ?? undefined
  if (customer?.id === undefined || old === undefined || customer.id === old) return []
  const message = '`customer_id` and `customer.id` name two customers; send one.'
  return [fault('customer_id', message)]
}
