// An OpenTelemetry collector for tests: it takes spans over OTLP/HTTP as JSON, and keeps them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: { readonly code: number; readonly message?: string }
}

export interface Collector extends AsyncDisposable {
  readonly url: string
  /** For a process that records every trace and sends it here. */
  readonly env: Readonly<Record<string, string>>
  readonly spans: CollectedSpan[]
  /** The requests, as they were received. */
  readonly bodies: string[]
  readonly headers: Readonly<Record<string, unknown>>[]
}

interface Sent extends Omit<CollectedSpan, 'attributes' | 'links'> {
  readonly attributes?: { key: string; value: { stringValue?: string; intValue?: number } }[]
  readonly links?: CollectedSpan['links']
}

interface Export {
  readonly resourceSpans: { scopeSpans: { spans: Sent[] }[] }[]
}

/** With `answers: false` it takes requests and never answers. */
export async function startCollector({ answers = true } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const headers: Readonly<Record<string, unknown>>[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    bodies.push(body)
    headers.push(request.headers)
    const { resourceSpans } = JSON.parse(body) as Export
    const sent = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans))
    spans.push(...sent.map(toSpan))
    if (answers) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: '1' },
    spans,
    bodies,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function toSpan({ attributes = [], links = [], ...span }: Sent): CollectedSpan {
  const entries = attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])
  return { ...span, links, attributes: Object.fromEntries(entries) }
}
