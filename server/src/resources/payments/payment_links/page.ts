// The page on which a shopper pays a link, and its state while the page is open.
import type { Donation, PageData } from '@florin/pages/contract.ts'
import { readAssets } from '@florin/pages/assets.ts'
import { blankPage } from '@florin/pages/blank.ts'
import { acceptedCountry, chooseLanguage, chooseRegional } from '@florin/locales/languages.ts'
import { renderPage, renderPreview } from '@florin/pages/payment_page.ts'
import type { Context } from '#kernel/context.ts'
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { Page } from '#http/download.ts'
import { MAX_AMOUNT } from '#http/money_fields.ts'
import { offeredCardEntry } from '#resources/payments/payments/route.ts'
import { findLiveCustomer } from '#resources/payments/customers/read.ts'
import { findPaymentOfLink } from '#resources/payments/payments/read.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import { listMethods, type Shopper } from './methods.ts'
import { type OpenedLink, openLink, readOpenLink } from './open.ts'
import type { PageLinkStatus } from './page_schema.ts'
import type { PaymentLinkRow } from './store.ts'
import { testCards } from './test_cards.ts'

type Query = Readonly<Record<string, unknown>>

/** An unknown link has a page too, which says so. */
export async function showPage(
  context: Context,
  payment_link_id: string,
  query: Query,
): Promise<Page> {
  const locale = chooseLocale(context, query['locale'])
  if (query['preview'] !== undefined) {
    const { html, headers } = renderPreview(locale, readAssets())
    return new Page(html, headers)
  }
  const opened = await openLink(context, payment_link_id)
  const common = commonData(context, payment_link_id, locale)
  const data = opened ? { ...common, ...(await linkData(opened, query)) } : common
  const { html, headers } = renderPage(data, readAssets())
  return new Page(html, headers, opened ? 200 : 404)
}

export function chooseLocale(context: Context, asked?: unknown): string {
  return chooseLanguage(acceptedLanguages(context), toText(asked))
}

function acceptedLanguages({ request }: Context): string | undefined {
  return toText(request?.headers['accept-language'])
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export async function getPageStatus(
  context: Context,
  payment_link_id: string,
): Promise<PageLinkStatus> {
  const opened = await readOpenLink(context, payment_link_id)
  return { status: opened.status, notice: soldOutNotice(opened) }
}

/** Shown when it can no longer be paid. */
function soldOutNotice({ link, status }: OpenedLink): string | null {
  return status === 'completed' || status === 'expired' ? link.sold_out_message : null
}

export function commonData(context: Context, payment_link_id: string, locale: string): PageData {
  const blank = blankPage(locale, context.environment === 'sandbox' ? testCards : undefined)
  const regional = chooseRegional(acceptedLanguages(context), locale)
  const path = `/pay/${encodeURIComponent(payment_link_id)}`
  return { ...blank, regional, kind: 'payment_link', path, layout: 'tabs' }
}

async function linkData(opened: OpenedLink, query: Query): Promise<Partial<PageData>> {
  const { shopper, link, status } = opened
  const profile = await profileOfExisting(shopper, link.profile_id)
  return {
    ...describeLink(link, profile, status, await describeShopper(shopper, link)),
    notice: soldOutNotice(opened),
    payment: await readReturnedPayment(opened, query['payment_id']),
  }
}

/** The country is that of the customer's address, or what the browser's language says. */
export async function describeShopper(context: Context, link: PaymentLinkRow): Promise<Shopper> {
  const { merchant_id, customer_id } = link
  const [card_entry, customer] = await Promise.all([
    offeredCardEntry(context, link),
    customer_id === null ? undefined : findLiveCustomer(context, merchant_id, customer_id),
  ])
  const country = customer?.address?.country ?? acceptedCountry(acceptedLanguages(context))
  return { card_entry, country }
}

/** The settings of a link, with those of its profile where it has none. */
export function describeLink(
  link: PaymentLinkRow,
  profile: Profile,
  status: OpenedLink['status'],
  shopper: Shopper,
): Partial<PageData> {
  const config = { ...profile.payment_link_config, ...link.payment_link_config }
  const { currency } = link
  return {
    status,
    seller: {
      name: config.seller_name ?? profile.profile_name,
      logo: config.logo ?? null,
      color: config.theme ?? null,
    },
    amount: link.amount,
    currency,
    exponent: isCurrency(currency) ? currencyExponent(currency) : 2,
    description: link.description,
    // Shoppers see this key; all others stay with the merchant.
    order_number: link.metadata?.['order_id'] ?? null,
    lines: (link.order_details ?? []).map(({ name, quantity, amount }) => ({
      name,
      quantity,
      amount,
    })),
    donation: toDonation(link),
    expires_at: link.expiry.toISOString(),
    require_customer_info: link.require_customer_info,
    // Anyone with an ended link needs no customer data.
    email: status === 'active' ? link.email : null,
    layout: chooseLayout(config.sdk_layout),
    methods: status === 'active' ? listMethods(link, profile, shopper) : [],
    return_url: profile.return_url,
  }
}

function toDonation({ amount, ...link }: PaymentLinkRow): Donation | null {
  if (amount !== null) return null
  const { suggested_amounts: suggested, min_amount: min, max_amount: max } = link
  return { suggested: suggested ?? [], min: min ?? 1, max: max ?? MAX_AMOUNT }
}

/** A profile may have any text. */
function chooseLayout(name: string | null | undefined): PageData['layout'] {
  return name === 'accordion' || name === 'spaced_accordion' ? name : 'tabs'
}

/** The payment that the browser returns from; without the client_secret only its status is shown. */
async function readReturnedPayment({ shopper, link }: OpenedLink, payment_id: unknown) {
  if (typeof payment_id !== 'string') return null
  const found = await findPaymentOfLink(shopper, link.payment_link_id, payment_id)
  return found ? { payment_id, status: found.status } : null
}
