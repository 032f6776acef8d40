// Every tool reaches its route, with the documented example as arguments.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { operationName } from '#http/operation_names.ts'
import { reasonLeftOut } from '#http/mcp/left_out.ts'
import { agentOf } from '../support/agents.ts'
import { payingShop } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

/** The value without fields that the schema lacks; undefined for an object that would be empty. */
function within(schema: Schema | undefined, value: unknown): unknown {
  const { properties } = schema ?? {}
  if (properties === undefined || value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const part = name in properties ? within(properties[name], inner) : undefined
    return part === undefined ? [] : [[name, part] as const]
  })
  return entries.length === 0 && Object.keys(value).length > 0
    ? undefined
    : Object.fromEntries(entries)
}

/** Some routes answer when every process applies the change. */
const AT_ONCE = 12

const offered = routes.filter((row) => reasonLeftOut(row) === undefined)

test('every tool calls its route and passes its answer on', async () => {
  const { merchant_id } = shop.merchant
  const [{ profile_id }] = (await shop.get(`/account/${merchant_id}/business_profile`)).body
  const changes = new Set<string>()
  const reader = await agentOf(shop)
  const reading = new Set(await reader.names())
  for (const row of offered) {
    const name = operationName(row)
    if (!reading.has(name.replaceAll('.', '_'))) changes.add(name)
  }
  await using agent = await agentOf(shop, ...changes)
  const tools = new Map((await agent.tools()).map((tool) => [tool.name, tool]))
  const wrong: string[] = []

  const check = async (row: (typeof offered)[number]) => {
    const name = operationName(row).replaceAll('.', '_')
    const schema = tools.get(name)?.inputSchema as Schema
    const ids = Object.fromEntries((schema.required ?? []).map((each) => [each, 'unknown_1']))
    const known = { profile_id, scope: 'merchant', connector_id: 'con_1', x_profile_id: profile_id }
    const example = { ...ids, ...known, ...row.example, dispute_id: 'dp_1' }
    const args = within(schema, example) ?? {}

    const { isError, data, requests } = await agent.call(name, args as Record<string, unknown>)

    const line = shop.log.find((each) => each.includes(`"request_id":"${requests[0]?.request_id}"`))
    const isReached = line?.includes(`"route":"${row.url}"`) === true
    const code = isError ? data.error?.code : undefined
    if (!isReached || /^(IR_02|IR_03|AU_|HE_00)/.test(code ?? '')) {
      wrong.push(`${name}: ${JSON.stringify(data).slice(0, 300)}`)
    }
  }
  for (let start = 0; start < offered.length; start += AT_ONCE) {
    await Promise.all(offered.slice(start, start + AT_ONCE).map(check))
  }

  assert.ok(offered.length > 100)
  assert.deepEqual(wrong, [])
  await reader.client.close()
})
