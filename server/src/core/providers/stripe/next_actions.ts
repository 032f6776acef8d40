// A payment's next action at Stripe: a page for the customer, or instructions.
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Instructions } from '../provider.ts'
import { type Json, objectIn, textIn } from './json.ts'

export type NextAction =
  | { readonly page_url: string }
  | { readonly instructions: Instructions | null; readonly on_device?: true }

type Reader = (details: Json, created: Date) => NextAction | undefined

const page =
  (field: 'url' | 'hosted_instructions_url'): Reader =>
  (details) => {
    const page_url = textIn(details, field)
    return page_url === undefined ? undefined : { page_url }
  }

const onPhone: Reader = () => ({ instructions: null, on_device: true })

/** By `type`; the details are in a field with the same name. */
const readers: Readonly<Record<string, Reader>> = {
  redirect_to_url: page('url'),
  alipay_handle_redirect: page('url'),
  cashapp_handle_redirect_or_display_qr_code: page('hosted_instructions_url'),
  swish_handle_redirect_or_display_qr_code: page('hosted_instructions_url'),
  wechat_pay_display_qr_code: page('hosted_instructions_url'),
  blik_authorize: onPhone,
  card_await_notification: onPhone,
  pix_display_qr_code: (details) => {
    const data = textIn(details, 'data')
    const expires_at = momentIn(details, 'expires_at')
    return data && expires_at ? { instructions: { type: 'qr', data, expires_at } } : undefined
  },
  boleto_display_details: (details) => voucher(textIn(details, 'number'), details),
  multibanco_display_details: (details) => {
    const [entity, reference] = [textIn(details, 'entity'), textIn(details, 'reference')]
    return voucher(entity && reference && `${entity} ${reference}`, details)
  },
  display_bank_transfer_instructions: bankTransfer,
}

/** Undefined for an action that this adapter does not ask for. */
export function readNextAction(intent: Json, created: Date): NextAction | undefined {
  const action = objectIn(intent, 'next_action')
  const type = action && textIn(action, 'type')
  if (action === undefined || type === undefined) return undefined
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined
  return reader?.(objectIn(action, type) ?? {}, created)
}

function voucher(reference: string | undefined, details: Json): NextAction | undefined {
  const expires_at = momentIn(details, 'expires_at')
  return reference && expires_at
    ? { instructions: { type: 'voucher', reference, expires_at } }
    : undefined
}

function momentIn(details: Json, name: string): string | undefined {
  const seconds = details[name]
  return typeof seconds === 'number' ? new Date(seconds * 1_000).toISOString() : undefined
}

/** A virtual account waits for good; the interface needs a deadline. */
const TRANSFER_DAYS = 14

function bankTransfer(details: Json, created: Date): NextAction | undefined {
  const reference = textIn(details, 'reference')
  const addresses = details['financial_addresses']
  if (reference === undefined || !Array.isArray(addresses)) return undefined
  const expires_at = addMs(created, TRANSFER_DAYS * DAY_MS).toISOString()
  for (const address of addresses as readonly Json[]) {
    const account = accountIn(address)
    if (account) {
      return { instructions: { type: 'bank_transfer', reference, ...account, expires_at } }
    }
  }
  return undefined
}

/** The first address that the interface can show. Stripe names a bank only for accounts in the United States. */
function accountIn(address: Json) {
  const iban = objectIn(address, 'iban')
  const [number, bic] = [iban && textIn(iban, 'iban'), iban && textIn(iban, 'bic')]
  if (number && bic) return { iban: number, bank_name: bic }
  const uk = objectIn(address, 'sort_code')
  const [sort, account] = [uk && textIn(uk, 'sort_code'), uk && textIn(uk, 'account_number')]
  if (sort && account) return { account_number: `${sort} ${account}`, bank_name: 'Stripe' }
  const us = objectIn(address, 'aba')
  const [routing, own] = [us && textIn(us, 'routing_number'), us && textIn(us, 'account_number')]
  const bank_name = us && textIn(us, 'bank_name')
  if (routing && own && bank_name) return { account_number: `${routing} ${own}`, bank_name }
  return undefined
}
