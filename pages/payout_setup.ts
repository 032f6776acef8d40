// The data that the server writes into the payout link page.
import type { Seller } from './contract.ts'

export type PayoutPageStatus = 'open' | 'done' | 'expired' | 'cancelled' | 'unknown'

export interface PayoutPageData {
  payout_id: string
  status: PayoutPageStatus
  locale: string
  test_mode: boolean
  /** With which the page confirms the payout; null where there is nothing to confirm. */
  publishable_key: string | null
  seller: Seller
  /** Minor units. */
  amount: number
  currency: string
  exponent: number
  description: string | null
  methods: PayoutMethod[]
}

export interface PayoutMethod {
  kind: 'bank_transfer' | 'card' | 'wallet' | 'bank_redirect'
  type: string
  fields: PayoutField[]
}

export interface PayoutField {
  name: string
  required: boolean
}
