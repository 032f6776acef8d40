import type { CallOptions, FlorinOptions } from './options.ts'
import { Resources } from './resources/all.ts'
import { Transport } from './transport.ts'
import { verifyWebhook } from './webhooks.ts'

export class Florin extends Resources {
  readonly #transport: Transport

  readonly webhooks: { readonly verify: typeof verifyWebhook } = { verify: verifyWebhook }

  constructor(options: FlorinOptions = {}) {
    const transport = new Transport(options)
    super(transport)
    this.#transport = transport
  }

  /**
   * Any route, including one that this version does not know. `sent` is a GET's query, and any other method's
   * body: `florin.request('POST', '/payments', { amount: 1000, currency: 'EUR' })`.
   */
  request<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    sent?: object,
    options?: CallOptions,
  ): Promise<T> {
    return this.#transport.send<T>({ route: `${method} ${path}`, params: [], sent }, options)
  }
}
