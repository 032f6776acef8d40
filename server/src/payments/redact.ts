import { change, update } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { REDACTED, redacted } from '../customers/redacted.ts'
import {
  findPayment,
  type PaymentRow,
  payments,
  paymentsOfCustomer,
  type PlaceInTime,
} from './store.ts'

const PAGE = 200

/** Takes what names the customer out of all of its payments; amounts, ids and the books stay. */
export async function redactPayments(context: Context, customer_id: string): Promise<void> {
  const { db, merchant_id } = context
  let last: PlaceInTime | undefined
  do {
    const page = await paymentsOfCustomer(db, merchant_id, customer_id, last, PAGE)
    await Promise.all(page.map(({ payment_id }) => redactPayment(context, payment_id)))
    last = page.length < PAGE ? undefined : page.at(-1)
  } while (last !== undefined)
}

function redactPayment({ db, committer, merchant_id }: Context, payment_id: string): Promise<void> {
  return deciding(async () => {
    const current = await findPayment(db, merchant_id, payment_id)
    if (current && !isRedacted(current)) {
      await committer.commit(change(update(payments, current, decide(current))))
    }
  })
}

function isRedacted({ email, name, phone, billing, shipping, browser_info }: PaymentRow): boolean {
  const texts = [email, name, phone].every((text) => text === null || text === REDACTED)
  const line = (billing ?? shipping)?.address?.line1 ?? REDACTED
  return texts && line === REDACTED && browser_info === null
}

function decide({ email, name, phone, phone_country_code, billing, shipping }: PaymentRow) {
  return {
    email: redacted(email),
    name: redacted(name),
    phone: redacted(phone),
    phone_country_code: redacted(phone_country_code),
    billing: redacted(billing),
    shipping: redacted(shipping),
    browser_info: null,
  }
}
