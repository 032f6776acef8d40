// The generated resources' base.
import { List, type Paging } from './list.ts'
import type { CallOptions } from './options.ts'
import type { Accept, Transport } from './transport.ts'

export class Resource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** `route` is a method and a URL with colons; `sent` is a GET's query, and any other method's body. */
  protected call<T>(
    route: string,
    params: readonly string[],
    sent: object | undefined,
    options: CallOptions | undefined,
    accept?: Accept,
  ): Promise<T> {
    return this.#transport.send<T>({ route, params, sent, accept }, options)
  }

  protected pages<Answer, Entry>(
    route: string,
    params: readonly string[],
    sent: object | undefined,
    options: CallOptions | undefined,
    paging: Paging,
  ): List<Answer, Entry> {
    return new List(
      (query) => this.call<Answer>(route, params, query, options),
      { ...sent },
      paging,
    )
  }
}
