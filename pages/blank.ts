import type { PageData, TestCard } from './contract.ts'

export type BlankPage = Omit<PageData, 'kind' | 'path' | 'layout'>

/** A page about an object that does not exist; the others fill it in. Test cards are shown in a sandbox only. */
export function blankPage(locale: string, test_cards?: readonly TestCard[]): BlankPage {
  return {
    status: 'unknown',
    notice: null,
    test_mode: test_cards !== undefined,
    test_cards: [...(test_cards ?? [])],
    locale,
    regional: null,
    seller: { name: '', logo: null, color: null },
    amount: null,
    currency: 'EUR',
    exponent: 2,
    description: null,
    order_number: null,
    lines: [],
    donation: null,
    expires_at: '',
    require_customer_info: false,
    email: null,
    methods: [],
    saved_methods: [],
    return_url: null,
    payment: null,
  }
}
