// An agent at a shop's /mcp, with the protocol's official client as an independent judge.
import assert from 'node:assert/strict'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Client } from '#testing/client.ts'

export interface ToolAnswer {
  readonly isError: boolean
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
  readonly requests: readonly { readonly request_id: string; readonly idempotency_key?: string }[]
}

export class Agent implements AsyncDisposable {
  readonly client: McpClient

  constructor(client: McpClient) {
    this.client = client
  }

  /** Every tool, from all pages. */
  async tools() {
    const all = []
    for (let cursor: string | undefined; ; ) {
      const page = await this.client.listTools(cursor === undefined ? {} : { cursor })
      all.push(...page.tools)
      if (page.nextCursor === undefined) return all
      cursor = page.nextCursor
    }
  }

  async names(): Promise<string[]> {
    return (await this.tools()).map(({ name }) => name)
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const answer = await this.client.callTool({ name, arguments: args })
    const [content] = answer.content as { type: string; text: string }[]
    const { text = '' } = content ?? {}
    const { _meta: meta, isError = false } = answer as unknown as {
      _meta: { 'florin/requests': ToolAnswer['requests'] }
      isError?: boolean
    }
    return { isError, text, data: dataIn(text), requests: meta['florin/requests'] }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close()
  }
}

/** An agent with the caller's key that may make these changes. */
export async function agentOf(caller: Client, ...allow: string[]): Promise<Agent> {
  const client = new McpClient({ name: 'test', version: '1.0.0' })
  const headers = { 'api-key': caller.api_key ?? '', 'florin-allow': allow.join(',') }
  const url = new URL('/mcp', caller.base_url)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return new Agent(client)
}

/** An answer's data: everything in its one wrapper. */
export function dataIn(text: string): unknown {
  const parts = text.split('<florin_data>')
  assert.equal(parts.length, 2, text.slice(0, 500))
  const [json = '', rest, ...more] = (parts[1] ?? '').split('</florin_data>')
  assert.equal(rest, '', 'text after the wrapper')
  assert.equal(more.length, 0, 'a second end of the wrapper')
  return JSON.parse(json)
}
