// The public API, as the merchant's server calls it.
import { sleep } from '#kernel/clock.ts'

/** The fields that the demo reads; each answer has its object's. */
export interface Answer {
  readonly id: string
  readonly status: string
  readonly payment_id: string
  readonly next_action: { readonly redirect_to_url?: string } | null
  readonly payout_id: string
  readonly payment_link_id: string
  readonly profile_id: string
  readonly now: string
  readonly due_remaining: number
  readonly total_count: number
  readonly data: readonly { readonly dispute_id: string }[]
  readonly webhook_details: { readonly webhook_url: string | null }
}

interface Called {
  readonly status: number
  readonly body: Answer
}

export class DemoApi {
  private readonly base_url: string
  private readonly api_key: string

  constructor(base_url: string, api_key: string) {
    this.base_url = base_url
    this.api_key = api_key
  }

  /** A response with an unexpected status is an error: the demo is then wrong about the API. */
  async call(method: string, path: string, body?: object, profile_id?: string): Promise<Answer> {
    const answer = await this.send(method, path, body, profile_id)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  get(path: string, profile_id?: string): Promise<Answer> {
    return this.call('GET', path, undefined, profile_id)
  }

  post(path: string, body: object, profile_id?: string): Promise<Answer> {
    return this.call('POST', path, body, profile_id)
  }

  /** Waits for its turn when the rate limit is reached. */
  private async send(
    method: string,
    path: string,
    body?: object,
    profile_id?: string,
  ): Promise<Called> {
    const response = await fetch(`${this.base_url}${path}`, {
      method,
      headers: {
        'api-key': this.api_key,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(profile_id ? { 'X-Profile-Id': profile_id } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (response.status !== 429) {
      return { status: response.status, body: (await response.json()) as Answer }
    }
    await sleep(1_000 * Number(response.headers.get('Retry-After') ?? 1))
    return this.send(method, path, body, profile_id)
  }
}

/** Runs at most `limit` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items.values()
  const work = async () => {
    for (const item of rest) await run(item)
  }
  await Promise.all(Array.from({ length: limit }, work))
}
