// Our operation ids as Adyen's references. A payment's reference is its operation id alone, because `/cancels` finds
// it by that. A modification's reference also names its call: a capture that the merchant makes in the Customer Area
// is reported under the payment's reference, and must not settle the payment's authorize.

export type Call = 'payment' | 'capture' | 'void' | 'refund'

export interface Reference {
  readonly operation_id: string
  readonly call: Call
}

export function toReference(operation_id: string, call: Exclude<Call, 'payment'>): string {
  return `${operation_id}/${call}`
}

const shape = /^(op_[A-Za-z0-9_-]{1,61})(?:\/(capture|void|refund))?$/

/** Undefined for a reference that is not ours: another system may use the same account. */
export function parseReference(text: string): Reference | undefined {
  const [, operation_id, call = 'payment'] = shape.exec(text) ?? []
  return operation_id === undefined ? undefined : { operation_id, call: call as Call }
}
