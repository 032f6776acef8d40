// A developer's terminal output while working.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Client } from '#testing/client.ts'
import { main } from '#testing/command_line.ts'
import { eventually } from '#testing/eventually.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { testServer } from '#testing/template.ts'

async function startSandbox(...options: string[]) {
  const child = spawn(process.execPath, [main, 'sandbox', '--port', '0', ...options], {
    env: { PATH: process.env['PATH'], DATABASE_URL: testServer() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let text = ''
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('Press Ctrl-C')) resolve()
    })
    void ended.then(() => resolve())
  })
  const [, url = ''] = /API {10}(\S+)/.exec(text) ?? []
  const [, key = ''] = /API key {6}(\S+)/.exec(text) ?? []
  const [, merchant = ''] = /Merchant {5}(\S+)/.exec(text) ?? []
  const [, profile = ''] = /Profile {6}(\S+)/.exec(text) ?? []
  return {
    client: new Client(url, key),
    profile_url: `/account/${merchant}/business_profile/${profile}`,
    key,
    printed: () => text.slice(text.indexOf('Press Ctrl-C')),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function openReceiver() {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => server.close().closeAllConnections()
  return { url: `http://127.0.0.1:${port}/hooks`, [Symbol.asyncDispose]: close }
}

test('the terminal shows each request and each delivery, without colours in a pipe, and without secrets', async () => {
  await using receiver = await openReceiver()
  await using sandbox = await startSandbox()
  const { client } = sandbox
  const profile = { webhook_details: { webhook_url: `${receiver.url}?token=hush` } }
  await client.post(sandbox.profile_url, profile)

  const payment = await client.post('/payments', paymentBody({}))
  await client.post('/payments', { currency: 'EUR' })

  const { payment_id } = payment.body
  const shown = new RegExp(`\\d\\d:\\d\\d:\\d\\d POST   /payments +200 +\\d+ ms ${payment_id}\\n`)
  await eventually('the payment is shown', async () => shown.test(sandbox.printed()))
  await eventually('the refusal is shown', async () =>
    /POST {3}\/payments +400 +\d+ ms IR_\d\d .*amount/.test(sandbox.printed()),
  )
  const delivered = new RegExp(`→ {6}payment_succeeded +204 +\\d+ ms ${receiver.url}\\n`)
  await eventually('the delivery is shown', async () => delivered.test(sandbox.printed()))
  const text = sandbox.printed()
  assert.ok(!text.includes('\u001B['), text)
  assert.ok(!text.includes(sandbox.key) && !text.includes('hush'), text)
  assert.doesNotMatch(text, /\d{12}/)
})

test('--quiet shows neither', async () => {
  await using sandbox = await startSandbox('--quiet')

  const payment = await sandbox.client.post('/payments', paymentBody({}))

  assert.equal(payment.status, 200, payment.text)
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.doesNotMatch(sandbox.printed(), /POST/)
})
