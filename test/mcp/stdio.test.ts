// `florin mcp`: the bridge from stdio to POST /mcp, with the official client as the agent's program.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { dataIn } from '../support/agents.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

const BRIDGE = new URL('../../cli/src/mcp.ts', import.meta.url).href
const RUN = `
  const { runBridge } = await import(${JSON.stringify(BRIDGE)})
  const { FLORIN_API_KEY: api_key, FLORIN_BASE_URL: base_url, ALLOW } = process.env
  const allow = ALLOW ? ALLOW.split(',') : []
  const { stdin: input, stdout: output } = process
  await runBridge({ api_key, base_url, allow, input, output, log: () => {} })`

async function connected(env: Record<string, string>): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1.0.0' })
  const args = ['--input-type=module', '-e', RUN]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return client
}

const ofShop = { FLORIN_API_KEY: shop.api_key ?? '', FLORIN_BASE_URL: shop.base_url }

function textOf(answer: unknown): string {
  const { content } = answer as { content: { text: string }[] }
  return content[0]?.text ?? ''
}

test('the bridge passes tools, calls and the allowed changes on', async () => {
  const client = await connected({ ...ofShop, ALLOW: 'refunds.create' })
  const { payment_id } = (await pay(shop, APPROVED)).body

  const { tools } = await client.listTools()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      client.callTool({ name: 'payments_retrieve', arguments: { payment_id } }),
    ),
  )
  const refund = await client.callTool({
    name: 'refunds_create',
    arguments: { payment_id, amount: 100 },
  })

  assert.ok(tools.length > 30)
  for (const answer of answers) {
    assert.equal((dataIn(textOf(answer)) as { payment_id: string }).payment_id, payment_id)
  }
  assert.equal((dataIn(textOf(refund)) as { amount: number }).amount, 100)
  await client.close()
})

test('the bridge says what is wrong with the key', async () => {
  await assert.rejects(connected({ ...ofShop, FLORIN_API_KEY: 'snd_wrong' }), /AU_01/)
})

test('an answer that is lost is asked for again, and the change is made once', async () => {
  const { payment_id } = (await pay(shop, APPROVED)).body
  let lost = 0
  // Forwards everything, and loses the first answer to a tool call.
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(`${shop.base_url}${request.url}`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    })
    const text = await answer.text()
    if (body.includes('tools/call') && lost++ === 0) return response.destroy()
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }
  const proxy = createServer((request, response) => void forward(request, response))
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const { port } = proxy.address() as AddressInfo
  const env = { ...ofShop, FLORIN_BASE_URL: `http://127.0.0.1:${port}`, ALLOW: 'refunds.create' }
  const client = await connected(env)

  const refund = await client.callTool({
    name: 'refunds_create',
    arguments: { payment_id, amount: 100 },
  })

  assert.equal(lost, 2)
  assert.equal((dataIn(textOf(refund)) as { amount: number }).amount, 100)
  const { data } = (await shop.get(`/refunds/list?payment_id=${payment_id}`)).body
  assert.equal(data.length, 1)
  await client.close()
  proxy.close()
})
