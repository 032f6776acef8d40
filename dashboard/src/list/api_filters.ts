import { useDayZone, useMerchantNow } from '../lib/clock.ts'
import type { Search } from '../lib/url.ts'
import { buildQuery } from './query.ts'

/** The URL's filters as the API takes them; undefined until the merchant's time is known, if they depend on it. */
export function useApiFilters(values: Search): Record<string, string> | undefined {
  return buildQuery(values, useDayZone(), useMerchantNow())
}
