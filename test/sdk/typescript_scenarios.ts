// The scenarios in scenarios.ts with the TypeScript SDK.
import { examplePayment } from '#resources/payments/payments/example.ts'
import { fileOf } from '#testing/files.ts'
import type { Shop } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { buildModel } from '../../sdk/generate/model.ts'
import {
  ApiError,
  type CallOptions,
  Florin,
  FlorinError,
  type FlorinOptions,
  type PaymentCreate,
  type PaymentListParams,
  type RequestEvent,
  type ResponseEvent,
  TimeoutError,
  VERSION,
} from '../../sdk/typescript/src/index.ts'

export interface World {
  readonly shop: Shop
  readonly proxy_url: string
}

/** A client, and what its hooks have seen. */
export function connect({ shop }: World, options: FlorinOptions = {}) {
  const requests: RequestEvent[] = []
  const responses: ResponseEvent[] = []
  const florin = new Florin({
    apiKey: shop.merchant.api_key,
    baseUrl: shop.base_url,
    onRequest: (request) => void requests.push(request),
    onResponse: (response) => void responses.push(response),
    ...options,
  })
  return { florin, requests, responses }
}

export const sale = { ...examplePayment, confirm: true } as PaymentCreate

/** The error that a `catch` clause gets. */
export async function failure({ shop }: World, call: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await call()
    return null
  } catch (error) {
    if (!(error instanceof FlorinError)) throw error
    if (!(error instanceof ApiError)) return { class: 'unsent' }
    return {
      class: error.constructor.name,
      code: error.code,
      status: error.status,
      fields: error.faults.map(({ field }) => field),
      details: error.details,
      has_doc_url: error.docUrl?.endsWith(`#${error.code}`) ?? false,
      has_request_id: error.requestId?.startsWith('req_') ?? false,
      names_the_key: `${error.stack} ${JSON.stringify(error)}`.includes(shop.merchant.api_key),
    }
  }
}

const className = async (world: World, call: () => PromiseLike<unknown>) =>
  ((await failure(world, call)) as { class: string }).class

async function withFault(world: World, name: string, options: CallOptions = {}) {
  const { florin } = connect(world)
  await florin.customers.create({ customer_id: name })
  const through = connect(world, { baseUrl: world.proxy_url })
  const headers = { 'X-Test-Fault': name }
  const body = { ...sale, customer_id: name }
  const pay = (more: CallOptions = {}) =>
    through.florin.payments.create(body, { headers, ...options, ...more })
  const count = async () =>
    (await florin.payments.list({ customer_id: name }).toArray({ limit: 100 })).length
  return { ...through, pay, count }
}

type Scenario = (world: World) => Promise<unknown>

const money: Record<string, Scenario> = {
  async create_and_confirm(world) {
    const { payments } = connect(world).florin
    const created = await payments.create({ ...sale, confirm: false })
    const confirmed = await payments.confirm(created.payment_id)
    const read = await payments.retrieve(created.payment_id)
    return [created.status, confirmed.status, read.status]
  },

  async capture(world) {
    const { payments } = connect(world).florin
    const held = await payments.create({ ...sale, capture_method: 'manual' })
    const captured = await payments.capture(held.payment_id, { amount_to_capture: 600 })
    return [held.status, captured.status, captured.amount_received]
  },

  async refund(world) {
    const { payments, refunds } = connect(world).florin
    const { payment_id } = await payments.create(sale)
    const refund = await refunds.create({ payment_id, amount: 400 })
    const after = await payments.retrieve(payment_id)
    return [refund.status, refund.amount, after.amount_refunded]
  },

  async decline(world) {
    const card = withCard('4000000000000002') as Partial<PaymentCreate>
    const declined = await connect(world).florin.payments.create({ ...sale, ...card })
    return [declined.status, declined.unified_code]
  },
}

const lists: Record<string, Scenario> = {
  async paging(world) {
    const { florin, responses } = connect(world)
    const { payments } = florin
    await florin.customers.create({ customer_id: 'paging' })
    const created: string[] = []
    for (let nth = 0; nth < 25; nth++) {
      const body = { ...sale, confirm: false, customer_id: 'paging' }
      created.unshift((await payments.create(body)).payment_id)
    }
    const filters: PaymentListParams = { customer_id: 'paging', limit: 10 }
    const idsOf = (found: readonly { payment_id: string }[]) =>
      found.map(({ payment_id }) => payment_id).join()
    const all = (ids: readonly string[]) => ids.join()
    responses.length = 0
    const listed = await payments.list(filters).toArray({ limit: 100 })
    const requests = responses.length
    const searched = await payments.search(filters).toArray({ limit: 100 })
    const first = await payments.list(filters)
    const second = await payments.list({ ...filters, starting_after: created[9] })
    const before = { ...filters, ending_before: created[20] }
    const back = await payments.list(before)
    const newer = await payments.list(before).toArray({ limit: 100 })
    return {
      listed: idsOf(listed) === all(created),
      searched: idsOf(searched) === all(created),
      requests,
      first: [first.data.length, first.has_more, first.total_count],
      second: idsOf(second.data) === all(created.slice(10, 20)),
      backwards: idsOf(back.data) === all(created.slice(10, 20)),
      towards_newest: idsOf(newer) === all(created.slice(0, 20).toReversed()),
    }
  },

  async paging_an_array(world) {
    const { florin, responses } = connect(world)
    const { merchant_id } = world.shop.merchant
    for (const name of ['one', 'two', 'three']) {
      await florin.profiles.create(merchant_id, { profile_name: name })
    }
    const whole = await florin.profiles.list(merchant_id)
    responses.length = 0
    const byTwo = await florin.profiles.list(merchant_id, { limit: 2 }).toArray({ limit: 100 })
    const ids = byTwo.map(({ profile_id }) => profile_id)
    const isEqual = ids.join() === whole.map(({ profile_id }) => profile_id).join()
    return [isEqual, new Set(ids).size === ids.length, responses.length > 1]
  },
}

const errors: Record<string, Scenario> = {
  not_found: (world) =>
    failure(world, () => connect(world).florin.payments.retrieve('pay_missing')),

  async duplicate(world) {
    const { customers } = connect(world).florin
    await customers.create({ customer_id: 'duplicate' })
    return failure(world, () => customers.create({ customer_id: 'duplicate' }))
  },

  all_faults(world) {
    const wrong = { amount: -1, currency: 'euro', descripton: 'x' } as unknown as PaymentCreate
    return failure(world, () => connect(world).florin.payments.create(wrong))
  },

  wrong_key: (world) =>
    failure(world, () => connect(world, { apiKey: 'snd_wrong' }).florin.payments.list()),

  async no_retries_of_refusals(world) {
    const { florin, responses } = connect(world)
    await failure(world, () => florin.payments.retrieve('pay_missing'))
    await failure(world, () => florin.payments.create({} as PaymentCreate))
    return responses.map(({ status }) => status)
  },

  async odd_ids(world) {
    const { payments } = connect(world).florin
    const odd = ['..', '.', '', '../customers/list', 'a/b?c#d', 'ä\n']
    const found: string[] = []
    for (const id of odd) found.push(await className(world, () => payments.retrieve(id)))
    return found
  },
}

const retries: Record<string, Scenario> = {
  async dropped_connection(world) {
    const { pay, count, responses } = await withFault(world, 'drop')
    const paid = await pay()
    const keys = new Set(responses.map(({ idempotencyKey }) => idempotencyKey))
    const statuses = responses.map(({ status = null }) => status)
    return [paid.status, statuses, keys.size, await count()]
  },

  async rate_limited(world) {
    const { pay, count, responses } = await withFault(world, '429')
    const started = performance.now()
    const paid = await pay()
    const waited = performance.now() - started >= 1000
    const [first, second] = responses
    return [paid.status, first?.status, waited, second?.status, await count()]
  },

  async server_error(world) {
    const { pay, count, responses } = await withFault(world, '503')
    const paid = await pay()
    return [paid.status, responses.map(({ status }) => status), await count()]
  },

  async timeout(world) {
    const { pay, count, responses } = await withFault(world, 'hang', { maxRetries: 0 })
    const error: unknown = await pay({ timeoutMs: 400 }).catch((reason: unknown) => reason)
    if (!(error instanceof TimeoutError)) throw error
    const paid = await pay({ idempotencyKey: error.idempotencyKey })
    return [error.idempotencyKey !== undefined, paid.status, responses.length, await count()]
  },
}

const requests: Record<string, Scenario> = {
  async files(world) {
    const { files } = connect(world).florin
    const bytes = fileOf('png', 100)
    const file = new File([new Uint8Array(bytes)], 'receipt.png', { type: 'image/png' })
    const uploaded = await files.upload({ purpose: 'dispute_evidence', file })
    const content = await (await files.download(uploaded.file_id)).arrayBuffer()
    return [uploaded.file_name, Buffer.from(content).subarray(0, 8).equals(bytes.subarray(0, 8))]
  },

  async tables(world) {
    const { operations } = buildModel()
    const example = operations.find(({ name }) => name === 'analytics.payments')?.example
    const { analytics } = connect(world).florin
    const query = example as unknown as Parameters<typeof analytics.payments>[1]
    const [line = ''] = (await analytics.paymentsCsv('merchant', query)).split('\r\n')
    return /^\w+(,\w+)+$/.test(line)
  },

  async environment(world) {
    const { api_key, merchant_id } = world.shop.merchant
    const unset = { apiKey: undefined, baseUrl: undefined }
    process.env['FLORIN_API_KEY'] = api_key
    process.env['FLORIN_BASE_URL'] = `${world.shop.base_url}/`
    const health = await connect(world, unset).florin.health.check()
    delete process.env['FLORIN_API_KEY']
    delete process.env['FLORIN_BASE_URL']
    const without = await className(world, async () => connect(world, unset))
    return [health.merchant_id === merchant_id, without]
  },

  async user_agent(world) {
    const { florin, requests } = connect(world)
    await florin.balances.retrieve()
    return requests.at(-1)?.headers.get('user-agent') === `florin-node/${VERSION}`
  },
}

export const typescriptScenarios: Readonly<Record<string, Scenario>> = {
  ...money,
  ...lists,
  ...errors,
  ...retries,
  ...requests,
}
