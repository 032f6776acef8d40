import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { routes } from '#app.ts'
import { testFolder } from '#testing/folder.ts'
import { harness } from '#testing/harness.ts'
import { isExcluded } from '../../sdk/generate/model.ts'
import { tableText } from '../../cli/generate.ts'
import { ownIds } from '../../cli/src/operations/request.ts'
import { readTable } from '../../cli/src/operations/table.ts'
import { freePort } from '../support/free_port.ts'
import { florin } from './commands.ts'

test('the table of operations is what the routes give', () => {
  const file = new URL('../../cli/src/operations/table.json', import.meta.url)

  assert.ok(readFileSync(file, 'utf8') === tableText(), 'run `npm run docs`')
})

test('every route that a key can call has a command, and the command calls this route', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const env = { FLORIN_API_KEY: shop.merchant.api_key, FLORIN_BASE_URL: shop.base_url }
  const file = join(await testFolder(), 'evidence.pdf')
  await writeFile(file, '%PDF-1.4')
  const wanted = routes
    .filter((row) => !isExcluded(row))
    .map(({ method, url }) => `${method} ${url}`)
  const called: string[] = []
  for (const row of readTable().operations) {
    shop.log.length = 0
    const ids = ownIds(row).map((_, n) => `none_${n}`)
    const upload = row.file_field === undefined ? [] : ['--file', file]

    const { code, err } = await florin([row.resource, row.verb, ...ids, ...upload], { env })

    assert.notEqual(code, 2, `${row.resource} ${row.verb}: ${err}`)
    await new Promise((resolve) => setImmediate(resolve))
    const lines = shop.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    const { method, route } = lines.at(-1)
    called.push(`${method} ${route}`)
  }

  assert.deepEqual(called.toSorted(), wanted.toSorted())
})

test('objects are created, listed and read by options, --set, --data and a file, as JSON and as a table', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const env = { FLORIN_API_KEY: shop.merchant.api_key, FLORIN_BASE_URL: shop.base_url }
  const path = join(await testFolder(), 'customer.json')
  await writeFile(path, '{"name":"From a file","email":"ada@example.com"}')

  const made = await florin(
    ['customers', 'create', '--data', `@${path}`, '--name', 'Ada', '--set', 'metadata.shoe=007x'],
    { env },
  )
  const { customer_id } = JSON.parse(made.out)
  const read = await florin(['customers', 'get', customer_id], { env })
  const table = await florin(['customers', 'list', '--limit', '1', '--table'], { env })
  const paid = await florin(['payments', 'create', '--amount', '1200', '--currency', 'EUR'], {
    env,
  })

  const customer = JSON.parse(read.out)
  assert.equal(customer.name, 'Ada')
  assert.equal(customer.email, 'ada@example.com')
  assert.deepEqual(customer.metadata, { shoe: '007x' })
  assert.match(table.out, /^customer_id +/)
  assert.match(table.out, new RegExp(`^${customer_id} `, 'm'))
  assert.equal(JSON.parse(paid.out).amount, 1200)
})

test('an exit code says what kind of failure it was, and the message what to do', async () => {
  await using shop = await harness()
  const env = { FLORIN_API_KEY: shop.merchant.api_key, FLORIN_BASE_URL: shop.base_url }
  const away = { ...env, FLORIN_BASE_URL: `http://127.0.0.1:${await freePort()}` }

  const runs = await Promise.all([
    florin(['customers', 'get', 'nobody'], { env }),
    florin(['customers', 'get'], { env }),
    florin(['payments', 'create', '--amount', 'many'], { env }),
    florin(['customers', 'list'], { env: {} }),
    florin(['customers', 'list'], { env: { ...env, FLORIN_API_KEY: 'snd_wrong' } }),
    florin(['customers', 'list'], { env: away }),
  ])

  assert.deepEqual(
    runs.map(({ code }) => code),
    [1, 2, 2, 3, 3, 4],
  )
  const [missing, , , , , unreachable] = runs
  assert.match(missing.err, /IR_05, HTTP 404/)
  assert.match(unreachable.err, /cannot be reached \(ECONNREFUSED\)[\s\S]*FLORIN_BASE_URL/)
})

test('completion offers commands and options', async () => {
  const commands = await florin(['complete', '--', 'payments', 'ca'])
  const options = await florin(['complete', '--', 'listen', '--forward'])
  const scripts = await Promise.all(
    ['bash', 'zsh', 'fish'].map((each) => florin(['completion', each])),
  )

  assert.equal(commands.out, 'cancel\ncapture')
  assert.equal(options.out, '--forward-to')
  for (const { code, out } of scripts) assert.ok(code === 0 && out.includes('florin complete'))
})
