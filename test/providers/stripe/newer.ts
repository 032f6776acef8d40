// Fields that are newer than the npm package's description. `npm run prove:stripe-mock` judges them by the
// description of the pinned API version.
export interface Addition {
  readonly at: readonly string[]
  readonly schema: Readonly<Record<string, unknown>>
}

const FORM = ['post', 'requestBody', 'content', 'application/x-www-form-urlencoded', 'schema']

function bodyOf(path: string, ...fields: string[]): string[] {
  const inside = fields.flatMap((field) => ['properties', field])
  return ['paths', path, ...FORM, ...inside]
}

const SCHEMAS = ['components', 'schemas']
const TYPE = ['properties', 'type']
const BANK_TRANSFER = ['anyOf', '0', 'properties', 'bank_transfer', ...TYPE]
const CONFIRM = '/v1/payment_intents/{intent}/confirm'
const multicapture = {
  properties: { request_multicapture: { enum: ['if_available', 'never'], type: 'string' } },
}

const methods = [
  'alma',
  'amazon_pay',
  'kakao_pay',
  'mobilepay',
  'multibanco',
  'pay_by_bank',
  'paypal',
  'revolut_pay',
  'samsung_pay',
  'swish',
  'twint',
]

export const newer: readonly Addition[] = [
  { at: bodyOf(CONFIRM, 'payment_method_data', 'type'), schema: { enum: methods } },
  { at: [...SCHEMAS, 'payment_method', ...TYPE], schema: { enum: methods } },
  {
    at: [...bodyOf(CONFIRM, 'payment_method_options', 'card'), 'anyOf', '0'],
    schema: multicapture,
  },
  {
    at: [...bodyOf(CONFIRM, 'payment_method_options', 'customer_balance'), ...BANK_TRANSFER],
    schema: { enum: ['us_bank_transfer'] },
  },
  {
    at: [...SCHEMAS, 'payment_intent_next_action_display_bank_transfer_instructions', ...TYPE],
    schema: { enum: ['us_bank_transfer'] },
  },
  {
    at: [...SCHEMAS, 'funding_instructions_bank_transfer_financial_address', ...TYPE],
    schema: { enum: ['aba'] },
  },
  {
    at: bodyOf('/v1/payment_intents/{intent}/capture'),
    schema: { properties: { final_capture: { type: 'boolean' } } },
  },
  {
    at: bodyOf('/v1/checkout/sessions', 'payment_method_options', 'card'),
    schema: {
      properties: {
        ...multicapture.properties,
        request_three_d_secure: { enum: ['any', 'automatic', 'challenge'], type: 'string' },
      },
    },
  },
]
