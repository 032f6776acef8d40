// A unique person, in every field of every object that can name one.
import assert from 'node:assert/strict'
import type { Answer, Client } from '#testing/client.ts'
import { eventually } from '#testing/eventually.ts'
import { EVIDENCE, fileOf, formOf } from '#testing/files.ts'
import { withCard } from '#testing/payment_body.ts'
import { encodings, findNeedles } from './search.ts'

const NAME = 'Zebedee Quillfeather'
const EMAIL = 'zebedee@quillfeather.example'
const PHONE = '7700900461'
const STREET = '77 Erasure Wharf'
const TAX = '48291736504'

/** Texts that name the person; all other texts follow from these. */
const needles = ['Quillfeather', 'quillfeather', PHONE, 'Erasure Wharf', TAX].flatMap(encodings)

export function lookForPerson(bytes: Buffer): string[] {
  return findNeedles(bytes, needles)
}

/** For any field that takes a text. */
export const NOTE = `for ${NAME}, ${EMAIL}, ${PHONE}, ${STREET}, ${TAX}`

const who = { email: EMAIL, name: NAME, phone: PHONE, phone_country_code: '+44' }
const address = {
  line1: STREET,
  line2: NAME,
  line3: NAME,
  city: 'Quillfeather Bay',
  state: 'Quillfeather',
  zip: TAX,
  country: 'GB',
  first_name: NAME,
  last_name: NAME,
}
const billing = { address, phone: { number: PHONE, country_code: '+44' }, email: EMAIL }
const metadata = { note: NOTE, 'Zebedee Quillfeather': 'a name' }
const return_url = `https://shop.example/back?who=${EMAIL}`
const browser_info = { ip_address: '192.0.2.7', user_agent: NAME, referer: return_url }

export const customer = {
  customer_id: 'person',
  ...who,
  address: { ...address, first_name: NAME },
  description: NOTE,
  metadata,
}

export const link = {
  amount: 1000,
  currency: 'EUR',
  customer_id: 'person',
  email: EMAIL,
  send_email: true,
  description: NOTE,
  order_details: [{ name: NAME, quantity: 1, amount: 1000, currency: 'EUR' }],
  sold_out_message: NOTE,
  metadata,
}

/** The person's input on a link's page. */
export function paidOnPage(attempt_id: string) {
  const { billing: _, ...method } = withCard()
  return { attempt_id, ...method, name: NAME, email: EMAIL, phone: PHONE, billing, browser_info }
}

/** Sends, and makes sure that it worked. */
export async function post(
  client: Client,
  path: string,
  body: object,
  status?: string,
): Promise<Answer> {
  const answer = await client.post(path, body)
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  if (status !== undefined) assert.equal(answer.body.status, status, answer.text)
  return answer
}

export function payment(card_number: string, more: object = {}): object {
  const order = { name: NOTE, quantity: 1, amount: 1000, currency: 'EUR' }
  return {
    amount: 1000,
    currency: 'EUR',
    customer_id: 'person',
    ...who,
    ...withCard(card_number, { card_holder_name: NAME }),
    billing,
    shipping: billing,
    description: NOTE,
    metadata,
    order_details: [order],
    return_url,
    browser_info,
    confirm: true,
    ...more,
  }
}

export function subscription(item_price_id: string): object {
  return {
    customer_id: 'person',
    item_price_id,
    merchant_reference_id: NOTE.slice(0, 255),
    billing,
    shipping: billing,
    payment_details: { return_url, ...withCard(), billing, shipping: billing, browser_info },
  }
}

export function payout(more: object = {}): object {
  return {
    amount: 1000,
    currency: 'EUR',
    payout_type: 'bank',
    payout_method_data: {
      bank_transfer: {
        payout_method_type: 'sepa',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        account_holder_name: NAME,
        bank_city: 'Quillfeather Bay',
      },
    },
    customer: {
      id: 'person',
      ...who,
      tax_registration_id: TAX,
      document_details: { passport: TAX, holder: NAME },
    },
    billing,
    description: NOTE,
    metadata,
    return_url,
    browser_info,
    ...more,
  }
}

/** A disputed payment with evidence in every field, a file in it, and a file beside it. */
export async function dispute(client: Client, texts: object): Promise<string> {
  const paid = await post(client, '/payments', payment('4000000000000259'), 'succeeded')
  const { payment_id } = paid.body
  const { dispute_id } = await eventually('the payment is disputed', async () => {
    const list = await client.get(`/disputes/list?payment_id=${payment_id}`)
    return list.body.data[0] as { dispute_id: string } | undefined
  })
  const receipt = await upload(client, dispute_id)
  await upload(client, dispute_id)
  const written = { customer_name: NAME, customer_email_address: EMAIL, billing_address: STREET }
  const evidence = { dispute_id, ...written, shipping_address: NOTE, receipt, ...texts }
  await post(client, '/disputes/evidence', evidence, 'submitted')
  return dispute_id
}

/** The file's bytes name the person, and so does its name. */
async function upload(client: Client, dispute_id: string): Promise<string> {
  const bytes = Buffer.concat([fileOf('pdf'), Buffer.from(NOTE)])
  const form = formOf({ ...EVIDENCE, dispute_id }, bytes, `${NAME}.pdf`)
  const answer = await client.post('/files', undefined, { raw: form })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.file_id
}
