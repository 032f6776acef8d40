// Merchants under load: each request has an id and an Idempotency-Key, is recorded, and can be sent again unchanged.
import { Client, type Answer } from '#testing/client.ts'
import { type Load, startLoad } from '../faults/load.ts'

export interface Request {
  readonly path: string
  readonly body: object
  readonly key: string
  /** When it was sent, by this machine's clock. */
  readonly at: number
  status?: number
}

export interface RecordedLoad extends Load {
  readonly requests: readonly Request[]
}

class Recorder extends Client {
  private readonly requests: Request[]

  constructor({ base_url, api_key }: Client, requests: Request[]) {
    super(base_url, api_key)
    this.requests = requests
  }

  override async post(path: string, body?: unknown): Promise<Answer> {
    const request: Request = {
      path,
      body: body as object,
      key: `key-${this.requests.length}`,
      at: Date.now(),
    }
    this.requests.push(request)
    const answer = await send(this, request)
    request.status = answer.status
    return answer
  }
}

export function startRecordedLoad(client: () => Client, per_second: number): RecordedLoad {
  const requests: Request[] = []
  const load = startLoad(() => new Recorder(client(), requests), per_second)
  return { ...load, requests }
}

export function send(client: Client, { path, body, key }: Request): Promise<Answer> {
  return client.send('POST', path, body, { headers: { 'Idempotency-Key': key } })
}
