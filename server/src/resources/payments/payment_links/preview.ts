// The page of a link that is not saved yet, for the form of the dashboard.
import { colorStyle } from '@florin/pages/document.ts'
import type { Context } from '#kernel/context.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { newPaymentLink, readOrderProfile } from './create.ts'
import { type LinkOrder, parseLink } from './order.ts'
import { chooseLocale, commonData, describeLink, describeShopper } from './page.ts'
import type { PaymentLinkPreview } from './page_schema.ts'
import type { CreatePaymentLink } from './schema.ts'

/** A draft may lack what is required, such as the amount. */
export function parseDraft(body: Sent<CreatePaymentLink>, now: Date): Parsed<LinkOrder> {
  const { faults, order } = parseLink(body, now)
  return { faults: faults.filter(({ code }) => code !== 'IR_01'), order }
}

/** Nothing is written. */
export async function previewPaymentLink(
  context: Context,
  order: LinkOrder,
): Promise<PaymentLinkPreview> {
  const profile = await readOrderProfile(context, order)
  const isOpen = order.link_type === 'donation'
  const amount = order.amount ?? (isOpen ? null : 0)
  const link = { ...newPaymentLink(context, profile.profile_id, order), amount }
  const page = {
    ...commonData(context, 'preview', chooseLocale(context)),
    ...describeLink(link, profile, 'active', await describeShopper(context, link)),
  }
  return { page, colors: colorStyle(page.seller.color) }
}
