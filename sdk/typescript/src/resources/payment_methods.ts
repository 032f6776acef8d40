// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { PaymentMethod } from '../types/shared.ts'

/** The saved payment methods of customers. */
export class PaymentMethodsApi extends Resource {
  /** Retrieve a saved payment method */
  retrieve(payment_method_id: string, options?: CallOptions): Promise<PaymentMethod> {
    return this.call('GET /payment_methods/:payment_method_id', [payment_method_id], undefined, options)
  }

  /**
   * Delete a saved payment method.
   *
   * Deletes the stored card too. A charge in flight ends as it would have; no later charge can use the method.
   */
  delete(payment_method_id: string, options?: CallOptions): Promise<DeletedPaymentMethod> {
    return this.call('DELETE /payment_methods/:payment_method_id', [payment_method_id], undefined, options)
  }
}

export interface DeletedPaymentMethod {
  /** The id of the saved payment method, `pm_…`. */
  payment_method_id: string
  /** Always true: the object is deleted. */
  deleted: true
}
