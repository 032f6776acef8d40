// What the tests of payouts share: methods that work, the accounts that mean something to the sandbox, and
// a payout in every state it can be in.
import assert from 'node:assert/strict'
import { composeIBAN } from 'ibantools'
import { testBank } from '../../server/src/testing/bank.ts'
import type { Answer, Client } from '../../server/src/testing/client.ts'
import type { Shop } from '../../server/src/testing/harness.ts'
import { until } from './expect.ts'

export const money = { amount: 1000, currency: 'EUR' }

/** The last four characters of an account number or IBAN, by what becomes of a payout to it. */
export const ENDS = {
  paid: '3000',
  failed: '0002',
  pending: '0019',
  returned: '0027',
  ineligible: '0035',
  needs_account: '0043',
} as const

/** A real IBAN with this end: the check digits stand in front. */
export function ibanEnding(end: string): string {
  const made = composeIBAN({ countryCode: 'DE', bban: `37040044053201${end}` })
  assert.ok(made)
  return made
}

let accounts = 0
/** No two tests pay the same account: the rail remembers who has opened one. */
function freshIban(end: string): string {
  accounts += 1
  const bban = `37040044${String(accounts).padStart(6, '0')}${end}`
  const made = composeIBAN({ countryCode: 'DE', bban })
  assert.ok(made)
  return made
}

export function toBank(end: string = ENDS.paid) {
  return {
    payout_type: 'bank',
    payout_method_data: {
      bank_transfer: { payout_method_type: 'sepa', iban: freshIban(end), bic: 'COBADEFFXXX' },
    },
  }
}

export const cardTo = {
  card_number: '4242424242424242',
  expiry_month: '12',
  expiry_year: '2099',
  card_holder_name: 'Ada King',
}

/** Every variant of payout_method_data by the type it belongs to, each with all of its fields. */
const bankDetails = {
  bank_name: 'First Bank',
  bank_country_code: 'US',
  bank_city: 'Springfield',
  account_holder_name: 'Ada King',
}
const wallet = { expiry_month: '12', expiry_year: '2099', card_holder_name: 'Ada King' }

export const bankVariants = {
  ach: {
    required: { bank_account_number: '000123456789', bank_routing_number: '110000000' },
    optional: bankDetails,
  },
  bacs: {
    required: { bank_account_number: '31926819', bank_sort_code: '60-16-13' },
    optional: bankDetails,
  },
  sepa: {
    required: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    optional: bankDetails,
  },
  pix: {
    required: { bank_account_number: '1234567890' },
    optional: {
      bank_name: 'Banco',
      bank_branch: '0001',
      tax_id: '123.456.789-09',
      ispb: '60701190',
    },
  },
  pix_key: { required: { pix_key: 'ada@example.com' }, optional: {} },
  pix_emv: { required: { emv: '00020126580014br.gov.bcb.pix6304ABCD' }, optional: {} },
  trustly: {
    required: {
      iban: 'SE4550000000058398257466',
      bank_country_code: 'SE',
      bank_account_number: '58398257466',
      bank_number: '5000',
    },
    optional: {},
  },
  open_banking: {
    required: { account_holder_name: 'Ada King', iban: 'GB29NWBK60161331926819' },
    optional: {},
  },
} as const

export const walletVariants = {
  apple_pay_decrypt: {
    required: { dpan: '4242424242424242', ...wallet },
    optional: { card_network: 'Visa' },
  },
  google_pay_decrypt: {
    required: { application_primary_account_number: '5555555555554444', ...wallet },
    optional: { card_network: 'Mastercard' },
  },
  paypal: {
    required: {
      email: 'ada@example.com',
      telephone_number: '+447700900123',
      paypal_id: 'G83KXTJ5EHCQ2',
    },
    optional: {},
  },
  venmo: { required: { telephone_number: '+15555550123' }, optional: {} },
} as const

export const redirectVariants = {
  interac: { required: { email: 'ada@example.com' }, optional: {} },
  open_banking_uk: {
    required: { account_holder_name: 'Ada King', iban: 'GB29NWBK60161331926819' },
    optional: {},
  },
} as const

/** Creates it, and checks that it was. */
export async function create(client: Client, body: object = {}): Promise<Answer> {
  const answer = await client.post('/payouts/create', { ...money, ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer
}

export function act(client: Client, { body }: Answer, verb: string, input: object = {}) {
  return client.post(`/payouts/${body.payout_id}/${verb}`, input)
}

export function read(client: Client, { body }: Answer): Promise<Answer> {
  return client.get(`/payouts/${body.payout_id}`)
}

export function isAt(answer: Answer, status: string): void {
  assert.equal(`${answer.status} ${answer.body?.status}`, `200 ${status}`, answer.text)
}

export async function advance(client: Client, by: string): Promise<void> {
  const answer = await client.post('/sandbox/clock', { advance: by })
  assert.equal(answer.status, 200, answer.text)
}

async function fulfilled(client: Client, end: string, body: object): Promise<Answer> {
  const made = await create(client, { ...toBank(end), ...body })
  return act(client, made, 'fulfill')
}

/** How a payout gets into each state. */
const arrangements: Readonly<Record<string, (client: Client, body: object) => Promise<Answer>>> = {
  requires_payout_method_data: async (client, body) => {
    return read(client, await create(client, { payout_link: true, ...body }))
  },
  requires_confirmation: async (client, body) => {
    const made = await create(client, { payout_link: true, ...body })
    return client.put(`/payouts/${made.body.payout_id}`, toBank())
  },
  requires_fulfillment: async (client, body) => {
    return read(client, await create(client, { ...toBank(), ...body }))
  },
  requires_vendor_account_creation: (client, body) => fulfilled(client, ENDS.needs_account, body),
  initiated: async (client, body) => {
    const made = await create(client, { ...toBank(), ...body })
    const bank = await testBank()
    // The rail pays, and its answer is lost.
    await bank.desk('POST', '/faults', { rates: { reset_after: 1 }, seed: 1 })
    try {
      return await act(client, made, 'fulfill')
    } finally {
      await bank.desk('DELETE', '/faults')
    }
  },
  pending: (client, body) => fulfilled(client, ENDS.pending, body),
  success: (client, body) => fulfilled(client, ENDS.paid, body),
  failed: (client, body) => fulfilled(client, ENDS.failed, body),
  reversed: async (client, body) => {
    const paid = await fulfilled(client, ENDS.paid, body)
    const path = `/sandbox/payouts/${paid.body.payout_id}/settle`
    return client.post(path, { outcome: 'returned' })
  },
  cancelled: async (client, body) => act(client, await create(client, body), 'cancel'),
  expired: async (client, body) => {
    const made = await create(client, { payout_link: true, session_expiry: 60, ...body })
    await advance(client, '2m')
    return read(client, made)
  },
  ineligible: (client, body) => fulfilled(client, ENDS.ineligible, body),
}

export const statuses: readonly string[] = Object.keys(arrangements)

/** A payout in this state, by real requests only. */
export async function arrange(client: Client, status: string, body: object = {}): Promise<Answer> {
  const answer = await arrangements[status]?.(client, body)
  assert.ok(answer, `no way to ${status} is known`)
  isAt(answer, status)
  return answer
}

/** Waits until the payout has this status, told by a callback. */
export async function becomes(client: Client, made: Answer, status: string): Promise<Answer> {
  await until(async () => (await read(client, made)).body.status === status, 2_000)
  return read(client, made)
}

/** What stands on an account of the merchant. */
export async function balance(client: Client, account: string, currency = 'EUR'): Promise<number> {
  const { balances } = (await client.get('/balances')).body
  const found = balances.find((row: { currency: string }) => row.currency === currency)
  return found?.[account] ?? 0
}

/** The lines in the books about this payout, oldest first. */
export async function lines(client: Client, payout_id: string): Promise<[string, number][]> {
  const answer = await client.get(`/ledger/transfers?object_id=${payout_id}&limit=100`)
  return answer.body.data
    .map(({ cause, change_of_available }: { cause: string; change_of_available: number }) => [
      cause,
      change_of_available,
    ])
    .toReversed()
}

/** Everything written in any table, as one text. */
export async function everyRow(shop: Shop): Promise<string> {
  const tables = await shop.services.db.run<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
    [],
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await shop.services.db.run<{ text: string }>(
      `select to_jsonb(t)::text as text from ${name} t`,
      [],
    )
    texts.push(...rows.map((row) => row.text))
  }
  return texts.join('\n')
}
