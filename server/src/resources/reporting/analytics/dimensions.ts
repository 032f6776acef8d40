// What payments, refunds and disputes are grouped and filtered by. The order of the names is the order of `dims` in the
// tables, so a name is only ever added at the end.

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
  ],
  refund: ['currency', 'refund_status', 'refund_type', 'profile_id'],
  dispute: ['currency', 'dispute_status', 'dispute_stage', 'reason', 'profile_id'],
} as const

export type Kind = keyof typeof dimensions
export const kinds = Object.keys(dimensions) as readonly Kind[]

/** The place of a dimension in `dims`, from 1. */
export function dimensionIndex(kind: Kind, name: string): number {
  return (dimensions[kind] as readonly string[]).indexOf(name) + 1
}

/** Stands beside the dimensions, not among them: it is the key of the tables, and only an organization has several. */
export const MERCHANT = 'merchant_id'

/** What queries can be grouped by. */
export function listGroups(kind: Kind, isOrganization: boolean): readonly string[] {
  return isOrganization ? [MERCHANT, ...dimensions[kind]] : dimensions[kind]
}
