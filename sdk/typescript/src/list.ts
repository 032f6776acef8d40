// A list: `await` reads one page, `for await` reads every entry, page by page. Nothing is sent before that.

/** One page, from a list with a cursor. */
export interface Page<Entry> {
  /** Entries on this page. */
  readonly count: number
  /** Exact up to 10,000. */
  readonly total_count: number
  /** `gte` when there are more than `total_count`. */
  readonly total_count_relation: 'eq' | 'gte'
  /** There are more entries after this page; with `ending_before`, before it. */
  readonly has_more: boolean
  readonly limit: number
  readonly offset: number
  /** Newest first unless `order` is another. */
  readonly data: Entry[]
}

export interface Paging {
  /** The field whose value `starting_after` takes. Without it the list is read by offset. */
  readonly idField?: string
  /** The list has no pages. */
  readonly isWhole?: boolean
}

type Query = Readonly<Record<string, unknown>>

/** The longest page that the server returns. */
const LONGEST_PAGE = 100

export class List<Answer, Entry> implements PromiseLike<Answer>, AsyncIterable<Entry> {
  readonly #read: (query: Query) => Promise<Answer>
  readonly #query: Query
  readonly #paging: Paging
  #first: Promise<Answer> | undefined

  constructor(read: (query: Query) => Promise<Answer>, query: Query, paging: Paging) {
    this.#read = read
    this.#query = query
    this.#paging = paging
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a list reads its first page
  then<A = Answer, B = never>(
    onFulfilled?: ((page: Answer) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#read(this.#query)
    return this.#first.then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: (reason: unknown) => B | PromiseLike<B>): Promise<Answer | B> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: () => void): Promise<Answer> {
    return this.then((answer) => answer).finally(onFinally)
  }

  /** Every entry after the query's own beginning; with `ending_before` towards the newest. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    const { idField, isWhole } = this.#paging
    const isBackward = this.#query['ending_before'] !== undefined
    const limit = Number(this.#query['limit'] ?? LONGEST_PAGE)
    let query: Query = isWhole ? this.#query : { ...this.#query, limit }
    let offset = Number(this.#query['offset'] ?? 0)
    for (;;) {
      const page = await this.#read(query)
      const entries = entriesOf(page) as readonly Entry[]
      yield* isBackward ? entries.toReversed() : entries
      if (isWhole || entries.length === 0 || isLast(page, entries.length, limit)) return
      offset += entries.length
      const { offset: _, starting_after: __, ending_before: ___, ...rest } = query
      if (idField === undefined) query = { ...rest, offset }
      else if (isBackward) query = { ...rest, ending_before: idOf(entries.at(0), idField) }
      else query = { ...rest, starting_after: idOf(entries.at(-1), idField) }
    }
  }

  /** The first entries, as an array: at most `limit`, so that a long list cannot fill the memory by mistake. */
  async toArray({ limit }: { limit: number }): Promise<Entry[]> {
    const found: Entry[] = []
    if (limit < 1) return found
    for await (const entry of this) if (found.push(entry) >= limit) break
    return found
  }
}

function entriesOf(page: unknown): readonly unknown[] {
  return Array.isArray(page) ? page : ((page as { data?: unknown[] }).data ?? [])
}

function isLast(page: unknown, count: number, limit: number): boolean {
  const { has_more } = page as { has_more?: boolean }
  return has_more === undefined ? count < limit : !has_more
}

function idOf(entry: unknown, field: string): unknown {
  return (entry as Record<string, unknown>)[field]
}
