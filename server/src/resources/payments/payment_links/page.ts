// The page on which a shopper pays a link, and its state while the page is open.
import type { Donation, PageData } from '@florin/pages/contract.ts'
import { readAssets } from '@florin/pages/assets.ts'
import { blankPage } from '@florin/pages/blank.ts'
import { chooseLanguage } from '@florin/locales/languages.ts'
import { renderPage, renderPreview } from '@florin/pages/payment_page.ts'
import type { Context } from '#kernel/context.ts'
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { Page } from '#http/download.ts'
import { MAX_AMOUNT } from '#http/money_fields.ts'
import { findPaymentOfLink } from '#resources/payments/payments/read.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import { listMethods } from './methods.ts'
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

export function chooseLocale({ request }: Context, asked?: unknown): string {
  return chooseLanguage(toText(request?.headers['accept-language']), toText(asked))
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

export function commonData(
  { environment }: Context,
  payment_link_id: string,
  locale: string,
): PageData {
  const blank = blankPage(locale, environment === 'sandbox' ? testCards : undefined)
  const path = `/pay/${encodeURIComponent(payment_link_id)}`
  return { ...blank, kind: 'payment_link', path, layout: 'tabs' }
}

async function linkData(opened: OpenedLink, query: Query): Promise<Partial<PageData>> {
  const { shopper, link, status } = opened
  const profile = await profileOfExisting(shopper, link.profile_id)
  return {
    ...describeLink(link, profile, status),
    notice: soldOutNotice(opened),
    payment: await readReturnedPayment(opened, query['payment_id']),
  }
}

/** The settings of a link, with those of its profile where it has none. */
export function describeLink(
  link: PaymentLinkRow,
  profile: Profile,
  status: OpenedLink['status'],
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
    methods: status === 'active' ? listMethods(link, profile) : [],
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
