// The TypeScript SDK: its generated files follow the route table, it is small, and it does what every SDK does.
import assert from 'node:assert/strict'
import { globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { fileOf } from '#testing/files.ts'
import { packTypescript } from '../../sdk/generate/build_typescript.ts'
import { buildModel, type Operation } from '../../sdk/generate/model.ts'
import { toCamel, typescriptFiles } from '../../sdk/generate/typescript.ts'
import {
  ApiError,
  type CallOptions,
  FlorinError,
  VERSION,
  verifyWebhook,
  WebhookVerificationError,
} from '../../sdk/typescript/src/index.ts'
import { waitMs } from '../../sdk/typescript/src/retry.ts'
import { facts, payingShop } from '../support/paying.ts'
import { type FaultProxy, startFaultProxy } from './python_proxy.ts'
import { callOf, webhooks } from './python_run.ts'
import { scenarios } from './scenarios.ts'
import { connect, failure, sale, typescriptScenarios, type World } from './typescript_scenarios.ts'

const folder = join(import.meta.dirname, '../../sdk/typescript')

test('the generated files are those that the route table gives', () => {
  const files = typescriptFiles(buildModel())

  const found = globSync('{types,resources}/*', { cwd: join(folder, 'src') })
  assert.deepEqual(found.toSorted(), [...files.keys()].toSorted())
  for (const [path, text] of files) {
    const isSame = readFileSync(join(folder, 'src', path), 'utf8') === text
    assert.ok(isSame, `${path} differs; run npm run sdk`)
  }
})

test('the package has at most 300 kB of types, and 20 kB of gzipped code without imports', () => {
  const out = packTypescript()
  try {
    const files = globSync('dist/**/*.d.ts', { cwd: out })
    const types = files.reduce((sum, file) => sum + statSync(join(out, file)).size, 0)
    const { outputFiles } = buildSync({
      entryPoints: [join(out, 'dist/index.js')],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'neutral',
      write: false,
    })
    const code = gzipSync(outputFiles[0]?.contents ?? '').length

    assert.ok(types > 0 && types <= 300_000, `${types} bytes of types`)
    assert.ok(code > 0 && code <= 20_000, `${code} bytes of code`)
  } finally {
    rmSync(out, { recursive: true })
  }
})

test('the version is that of the package, which depends on nothing', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object

  assert.equal((manifest as { version: string }).version, VERSION)
  assert.ok(!('dependencies' in manifest))
})

describe('the TypeScript SDK', () => {
  let world: World
  let proxy: FaultProxy
  before(async () => {
    const shop = await payingShop()
    proxy = await startFaultProxy(shop.base_url)
    world = { shop, proxy_url: proxy.url }
  })
  after(async () => {
    await proxy[Symbol.asyncDispose]()
    await world.shop.app.close()
  })

  for (const [guarantee, scenario, found] of scenarios) {
    test(guarantee, async () => {
      assert.deepEqual(await typescriptScenarios[scenario]?.(world), found)
    })
  }

  test('a payment whose answer is lost has one charge at the bank', async () => {
    const { florin } = connect(world, { baseUrl: proxy.url })
    const headers = { 'X-Test-Fault': 'drop charge' }
    const { payment_id } = await florin.payments.create(sale, { headers })

    assert.deepEqual(await facts(payment_id), [['charged', sale.amount]])
  })

  test('every operation sends the request of its row, and the server knows its method and URL', async () => {
    const { florin, requests } = connect(world, { profileId: 'pro_missing', maxRetries: 0 })
    for (const operation of buildModel().operations) {
      requests.length = 0
      const error = (await failure(world, () => callOperation(florin, operation))) as {
        code?: string
        class: string
      } | null

      assert.deepEqual(
        requests.map(({ route }) => route),
        [`${operation.method} ${operation.url}`],
        operation.name,
      )
      assert.notEqual(error?.class, 'unsent', operation.name)
      assert.doesNotMatch(error?.code ?? '', /^IR_0[23]$/, operation.name)
    }
  })

  function callOperation(florin: object, operation: Operation): PromiseLike<unknown> {
    const { ids, input, file } = callOf(operation, world.shop.merchant.merchant_id)
    const resource = (florin as Record<string, object>)[toCamel(operation.resource)]
    const method = (resource as Record<string, (...values: unknown[]) => PromiseLike<unknown>>)[
      toCamel(operation.verb)
    ]
    assert.ok(method, operation.name)
    const png = new File([new Uint8Array(fileOf('png', 100))], 'a.png')
    const sent = input === null ? [] : [file === null ? input : { ...input, [file]: png }]
    const options: CallOptions = {}
    return method.call(resource, ...ids, ...sent, options)
  }

  test('an aborted call is over at once and is not repeated', async () => {
    const { florin, responses } = connect(world, { baseUrl: proxy.url })
    const signal = AbortSignal.timeout(100)
    const headers = { 'X-Test-Fault': 'hang abort' }
    const started = performance.now()
    const error: unknown = await florin.payments
      .create(sale, { headers, signal })
      .catch((reason: unknown) => reason)

    assert.equal(error, signal.reason)
    assert.ok(performance.now() - started < 1_000)
    assert.equal(responses.length, 1)
  })

  test('options of a call reach its request, and hooks see no key', async () => {
    const { florin, requests } = connect(world)
    const { data: none } = await florin.plans.list(undefined, {
      profileId: world.shop.merchant.profile_id,
      headers: { 'X-Trace': '1' },
    })
    const versions = await failure(world, () =>
      florin.balances.retrieve({ apiVersion: '2000-01-01' }),
    )

    assert.deepEqual(none, [])
    assert.equal(requests[0]?.headers.get('x-trace'), '1')
    assert.equal(requests[0]?.headers.get('x-profile-id'), world.shop.merchant.profile_id)
    assert.equal(requests[0]?.headers.get('api-key'), null)
    assert.deepEqual((versions as { fields: string[] }).fields, ['X-Api-Version'])
  })

  test('a redirect is refused, so that the key is never sent elsewhere', async () => {
    const redirect = () => Promise.resolve(Response.redirect('https://elsewhere.example/', 307))
    const { florin } = connect(world, { fetch: redirect })

    await assert.rejects(florin.balances.retrieve(), FlorinError)
  })

  test('a hook that throws after an answer does not hide it', async () => {
    const onResponse = () => {
      throw new Error('a fault in the hook')
    }
    const { florin } = connect(world, { onResponse })

    assert.equal((await florin.payments.create(sale)).status, 'succeeded')
  })

  test('an unusable key is refused without being shown', () => {
    const apiKey = `${world.shop.merchant.api_key}\nmore`

    assert.throws(
      () => connect(world, { apiKey }),
      (error) =>
        error instanceof FlorinError &&
        !error.message.includes('more\n') &&
        !error.message.includes('snd_'),
    )
  })

  test('the API key is in no representation of the client', async () => {
    const { inspect } = await import('node:util')
    const { florin } = connect(world)
    const shown = inspect(florin, { depth: null }) + JSON.stringify(florin)

    assert.ok(!shown.includes(world.shop.merchant.api_key))
  })
})

test('a webhook is accepted if and only if a known secret signed these bytes in time', async () => {
  for (const { title, case: each, accepted } of webhooks) {
    const { body, headers, secrets } = each
    const toleranceSeconds = 'tolerance' in each ? each.tolerance : undefined
    const verified = verifyWebhook(body, headers, secrets, { toleranceSeconds })

    if (accepted) assert.equal((await verified).event_type, 'payment_succeeded', title)
    else await assert.rejects(verified, WebhookVerificationError, title)
  }
})

test('retries wait for a random time below a bound that doubles, and as long as the server says', () => {
  const answered = (status: number, headers: Record<string, string> = {}) =>
    new ApiError({ status, headers: new Headers(headers), body: {}, attempts: 1 })
  const at = (status: number, headers: Record<string, string>, retries: number, random: number) =>
    waitMs(answered(status, headers), retries, 1_000_000, () => random)

  assert.deepEqual(
    [0, 1, 2, 9].map((retries) => at(503, {}, retries, 1)),
    [500, 1000, 2000, 8000],
  )
  assert.equal(at(503, {}, 3, 0), 0)
  assert.equal(at(429, { 'retry-after': '7' }, 0, 0), 7000)
  assert.equal(at(429, { 'x-ratelimit-reset': '1007' }, 0, 0), 7000)
  assert.equal(at(429, { 'retry-after': '7' }, 9, 1), 8000)
  assert.equal(at(429, { 'retry-after': '3600' }, 0, 0), undefined)
})
