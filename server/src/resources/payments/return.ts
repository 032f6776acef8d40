import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { Redirect } from '#http/download.ts'
import { findPayment } from './store.ts'
import { syncPayment } from './sync.ts'

interface Came {
  merchant_id: string
  payment_id: string
  operation_id: string | undefined
}

/** A browser comes back: the truth is asked for first, then it is sent on to the merchant's page. */
export async function returnBrowser(context: Context, came: Came) {
  const { merchant_id, payment_id } = came
  const current = await findPayment(context.db, merchant_id, payment_id)
  // The operation's id cannot be guessed: it shows that the browser comes from the page.
  if (
    !current ||
    current.authorization_id === null ||
    current.authorization_id !== came.operation_id
  ) {
    throw notFound('payment', payment_id)
  }
  const { return_url, status } = await syncPayment(context, current)
  if (return_url === null) return { payment_id, status }
  const url = new URL(return_url)
  url.searchParams.set('payment_id', payment_id)
  url.searchParams.set('status', status)
  return new Redirect(url.href)
}
