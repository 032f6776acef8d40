// An API caller like a merchant's program: real HTTP, one key.

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly text: string
  readonly bytes: Buffer
}

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  /** Instead of a JSON value: raw bytes, or a form. */
  readonly raw?: string | Uint8Array | FormData
  /** By default a redirect is followed. */
  readonly redirect?: 'manual'
}

export class Client {
  readonly base_url: string
  readonly api_key: string | undefined
  /** A user's session, instead of a key. */
  readonly session: string | undefined

  constructor(base_url: string, api_key?: string, session?: string) {
    this.base_url = base_url
    this.api_key = api_key
    this.session = session
  }

  /** The same server, another key. */
  with(api_key: string | undefined): Client {
    return new Client(this.base_url, api_key)
  }

  /** The same server, as a user who has signed in. */
  as(session: string): Client {
    return new Client(this.base_url, undefined, session)
  }

  get(path: string, sending: Sending = {}): Promise<Answer> {
    return this.send('GET', path, undefined, sending)
  }

  post(path: string, body?: unknown, sending: Sending = {}): Promise<Answer> {
    return this.send('POST', path, body, sending)
  }

  put(path: string, body?: unknown, sending: Sending = {}): Promise<Answer> {
    return this.send('PUT', path, body, sending)
  }

  delete(path: string, sending: Sending = {}): Promise<Answer> {
    return this.send('DELETE', path, undefined, sending)
  }

  async send(method: string, path: string, body?: unknown, sending: Sending = {}): Promise<Answer> {
    const headers: Record<string, string> = {}
    if (this.api_key !== undefined) headers['api-key'] = this.api_key
    if (this.session !== undefined) headers['Authorization'] = `Bearer ${this.session}`
    const payload = sending.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    if (payload !== undefined && !(payload instanceof FormData)) {
      headers['Content-Type'] = 'application/json'
    }
    const response = await fetch(this.base_url + path, {
      method,
      headers: { ...headers, ...sending.headers },
      ...(sending.redirect === undefined ? {} : { redirect: sending.redirect }),
      ...(payload === undefined ? {} : { body: payload as string }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    return { status: response.status, headers: response.headers, bytes, text, body: parsed(text) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
