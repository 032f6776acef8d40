// Next actions of methods other than cards.
import { type Fields, fieldsIn, textIn } from './form.ts'
import { type Intent, invalid, now, type World } from './state.ts'

type Action = Readonly<Record<string, unknown>>

const pages: Readonly<Record<string, string>> = {
  alipay: 'alipay_handle_redirect',
  cashapp: 'cashapp_handle_redirect_or_display_qr_code',
  swish: 'swish_handle_redirect_or_display_qr_code',
  wechat_pay: 'wechat_pay_display_qr_code',
}

export function nextAction(world: World, intent: Intent, type: string, form: Fields): Action {
  const url = `${world.base()}/_pages/${intent.id}`
  const expires_at = now() + 3 * 86_400
  const options = fieldsIn(fieldsIn(form, 'payment_method_options'), type)
  const actions: Record<string, () => Action> = {
    multibanco: () => ({
      type: 'multibanco_display_details',
      multibanco_display_details: { entity: '12345', reference: '999123777', expires_at },
    }),
    boleto: () => ({
      type: 'boleto_display_details',
      boleto_display_details: { number: '01010101010101010101010101010101010', expires_at },
    }),
    pix: () => ({
      type: 'pix_display_qr_code',
      pix_display_qr_code: { data: `pix-${intent.id}`, expires_at },
    }),
    blik: () => {
      if (!options['code']) throw invalid('parameter_missing', 'You must provide a BLIK code.')
      return { type: 'blik_authorize', blik_authorize: {} }
    },
    customer_balance: () => bankInstructions(intent, fieldsIn(options, 'bank_transfer')),
  }
  const qr = { data: url, image_url_png: url, image_url_svg: url, expires_at }
  const hosted = { hosted_instructions_url: url, url, mobile_auth_url: url, qr_code: qr, data: url }
  const wechat = { image_data_url: url, image_url_png: url, image_url_svg: url }
  const page = pages[type] ?? 'redirect_to_url'
  return actions[type]?.() ?? { type: page, [page]: { ...hosted, ...wechat } }
}

function bankInstructions(intent: Intent, transfer: Fields): Action {
  const none = {
    city: null,
    country: 'DE',
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  }
  const holder = { account_holder_name: 'Shop', account_holder_address: none, bank_address: none }
  const iban = { ...holder, bic: 'COBADEFFXXX', country: 'DE', iban: 'DE89370400440532013000' }
  const sort_code = { ...holder, account_number: '31926819', sort_code: '601613' }
  const aba = {
    ...holder,
    account_number: '000123456789',
    account_type: 'checking',
    bank_name: 'Test Bank',
    routing_number: '110000000',
  }
  const type = textIn(transfer, 'type') ?? ''
  const addresses: Record<string, object> = {
    eu_bank_transfer: { type: 'iban', iban },
    gb_bank_transfer: { type: 'sort_code', sort_code },
    us_bank_transfer: { type: 'aba', aba },
  }
  const details = {
    amount_remaining: intent.amount,
    currency: intent.currency,
    financial_addresses: [addresses[type]],
    reference: `REF${intent.id.slice(-8).toUpperCase()}`,
    type,
  }
  return {
    type: 'display_bank_transfer_instructions',
    display_bank_transfer_instructions: details,
  }
}
