// Dimensions that group and filter payments, refunds and disputes. Their order is the order in the tables' `dims`
// column, so new names go at the end.

export const dimensions = {
  payment: [
    'currency',
    'status',
    'payment_method',
    'payment_method_type',
    'authentication_type',
    'card_network',
    'profile_id',
    'unified_code',
    'connector_id',
  ],
  refund: ['currency', 'refund_status', 'refund_type', 'profile_id'],
  dispute: ['currency', 'dispute_status', 'dispute_stage', 'reason', 'profile_id'],
} as const

export type Kind = keyof typeof dimensions
export const kinds = Object.keys(dimensions) as readonly Kind[]

/** A dimension's position in `dims`, from 1. */
export function dimensionIndex(kind: Kind, name: string): number {
  return (dimensions[kind] as readonly string[]).indexOf(name) + 1
}

/**
 * Listed beside the dimensions, not among them: it is a key column in the tables, and only an organization has
 * several.
 */
export const MERCHANT = 'merchant_id'

/** Names that queries can group by. */
export function listGroups(kind: Kind, isOrganization: boolean): readonly string[] {
  return isOrganization ? [MERCHANT, ...dimensions[kind]] : dimensions[kind]
}
