// An upload under the test's control: it sends bytes on demand, and can die midway.
import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Client } from './client.ts'

export const BOUNDARY = 'boundary-of-the-tests'

export function fieldPart(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** The header of the file's part; the bytes come after it, and a line break. */
export function filePart(name = 'receipt.pdf', field = 'file'): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`
}

/** Each part ends on its own line; so does the file. */
export const END = `--${BOUNDARY}--\r\n`

interface RawAnswer {
  readonly status: number | undefined
  readonly code: string | undefined
  readonly headers: IncomingMessage['headers']
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export class SlowUpload {
  readonly request: ClientRequest
  readonly answer: Promise<RawAnswer>

  constructor(client: Client, headers: Record<string, string> = {}) {
    this.request = request(`${client.base_url}/files`, {
      method: 'POST',
      // One that closes would stop sending as soon as it has its answer.
      agent: new Agent({ keepAlive: true }),
      headers: {
        ...(client.api_key === undefined ? {} : { 'api-key': client.api_key }),
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      },
    })
    this.answer = this.answered()
    this.answer.catch(() => undefined)
  }

  /** Resolves when the system has taken it: while the server reads nothing, it does not. */
  send(bytes: string | Uint8Array): Promise<void> {
    const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    return new Promise((resolve, reject) => {
      this.request.write(sent, (error) => (error ? reject(error) : resolve()))
    })
  }

  end(bytes = ''): Promise<RawAnswer> {
    this.request.end(Buffer.from(bytes, 'latin1'))
    return this.answer
  }

  private async answered(): Promise<RawAnswer> {
    const [response] = (await once(this.request, 'response')) as [IncomingMessage]
    const body = (await json(response)) as RawAnswer['body']
    return { status: response.statusCode, code: body.error?.code, headers: response.headers, body }
  }
}
