import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import type { Input } from './route.ts'

/** For paths that name a merchant: another merchant does not exist for this caller. */
export function ownMerchant<Q, B, P extends string, T>(
  run: (context: Context, input: Input<Q, B, P>) => Promise<T>,
) {
  return async (context: Context, input: Input<Q, B, P | 'merchant_id'>): Promise<T> => {
    const { merchant_id } = input.params
    if (merchant_id !== context.merchant_id) throw notFound('merchant', merchant_id)
    return run(context, input)
  }
}
