// Payout methods that the payout link page offers.
import type { PayoutField, PayoutMethod } from '@florin/pages/payout_setup.ts'
import {
  bankRedirects,
  bankTransfers,
  card,
  type Variant,
  wallets,
} from '#resources/methods/payout_methods/methods.ts'
import type { PayoutLinkConfig } from './link_config.ts'

type Kind = PayoutMethod['kind']
type Enabled = NonNullable<PayoutLinkConfig['enabled_payment_methods']>

/** Methods that a page can ask for: people do not type a decrypted wallet token. */
const groups: Readonly<Record<Kind, Readonly<Record<string, Variant>>>> = {
  bank_transfer: bankTransfers,
  card: { card },
  wallet: { paypal: wallets.paypal, venmo: wallets.venmo },
  bank_redirect: bankRedirects,
}

/** A currency's default rails, for a link that names none. */
const usual: Readonly<Record<string, readonly string[]>> = {
  EUR: ['sepa', 'card', 'paypal'],
  GBP: ['bacs', 'card', 'paypal'],
  USD: ['ach', 'card', 'paypal', 'venmo'],
  BRL: ['pix_key', 'pix', 'paypal'],
  CAD: ['interac', 'card', 'paypal'],
}
const ELSEWHERE = ['card', 'paypal']

export function linkMethods(currency: string, enabled?: Enabled): PayoutMethod[] {
  if (enabled !== undefined && enabled.length > 0) return enabled.flatMap(enabledMethods)
  const types = usual[currency] ?? ELSEWHERE
  return types.flatMap((type) => all.find((method) => method.type === type) ?? [])
}

const all: readonly PayoutMethod[] = (Object.keys(groups) as Kind[]).flatMap((kind) =>
  Object.entries(groups[kind]).map(([type, row]) => ({ kind, type, fields: listFields(row) })),
)

function enabledMethods({ payment_method, payment_method_types: types }: Enabled[number]) {
  const name = payment_method.toLowerCase()
  const kind = name === 'bank' ? 'bank_transfer' : name
  return all.filter((each) => each.kind === kind && (types ?? [each.type]).includes(each.type))
}

/** Those that the method needs, and the holder, whose name banks compare. */
function listFields({ required, optional }: Variant): PayoutField[] {
  const holder = optional.filter((name) => name === 'account_holder_name')
  return [
    ...holder.map((name) => ({ name, required: false })),
    ...required.map((name) => ({ name, required: true })),
  ]
}
