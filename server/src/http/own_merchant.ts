import type { Context } from '../kernel/context.ts'
import { notFound } from '../errors.ts'
import type { Input } from './route.ts'

/** For paths that name a merchant: another merchant does not exist for this caller. */
export function ownMerchant<Q, B, T>(run: (context: Context, input: Input<Q, B>) => Promise<T>) {
  return async (context: Context, input: Input<Q, B>): Promise<T> => {
    const named = input.params['merchant_id'] ?? ''
    if (named !== context.merchant_id) throw notFound('merchant', named)
    return run(context, input)
  }
}
