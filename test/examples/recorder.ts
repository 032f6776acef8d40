// Calls routes on a real server and records requests and answers, as the examples in the OpenAPI document.
import assert from 'node:assert/strict'
import { routes } from '#app.ts'
import { exampleName, type RecordedAnswer, type RecordedDelivery } from '#http/openapi/examples.ts'
import { mediaTypes } from '#http/download.ts'
import type { Route } from '#http/route.ts'
import type { Answer, Client } from '#testing/client.ts'
import { fileOf, formOf } from '#testing/files.ts'
import type { Shop } from '#testing/harness.ts'
import { shortOf } from './normalize.ts'

type Fields = Record<string, unknown>
type Writable<T> = { -readonly [K in keyof T]: T[K] }

export interface Calling {
  /** By default the shop's merchant, with its secret key. */
  readonly by?: Client
  /** By default the example in the row. */
  readonly body?: Fields
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

const rows: ReadonlyMap<string, Route> = new Map(routes.map((row) => [exampleName(row), row]))

export class Recorder {
  readonly operations = new Map<string, Writable<RecordedAnswer>>()
  readonly webhooks = new Map<string, RecordedDelivery>()

  /** A route's example body. */
  example(name: string): Fields {
    return { ...rowOf(name).example }
  }

  /** Calls a route, which must succeed. The first answer for each media type is its example. */
  async call(
    shop: Shop,
    name: string,
    params: Readonly<Record<string, string>> = {},
    { by = shop, body, query = {}, headers = {} }: Calling = {},
  ): Promise<Answer> {
    const row = rowOf(name)
    const sent = row.body ? (body ?? { ...row.example }) : undefined
    const path = row.url.replaceAll(/:([a-z_]+)/g, (_, param: string) => {
      assert.ok(params[param], `${name} needs ${param}`)
      return params[param]
    })
    const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query).toString()}` : ''
    const profile = row.profile === true ? { 'X-Profile-Id': shop.merchant.profile_id } : {}
    const form = row.upload ? { raw: formOf(sent ?? {}, fileOf('pdf')) } : {}
    const answer = await by.send(row.method, path + search, row.upload ? undefined : sent, {
      headers: { ...profile, ...headers },
      redirect: 'manual',
      ...form,
    })
    const expected = row.redirects && answer.status === 303 ? 303 : row.status
    assert.equal(answer.status, expected, `${name}: ${answer.text}`)
    this.note(row, { params, query, ...(sent ? { body: sent } : {}) }, answer)
    return answer
  }

  private note(row: Route, sent: Partial<RecordedAnswer>, answer: Answer): void {
    const name = exampleName(row)
    const { status } = answer
    const [type = ''] = (answer.headers.get('Content-Type') ?? '').split(';')
    const isFile = mediaTypes(row.answer) !== undefined || answer.body === undefined
    const value: unknown = isFile ? shortOf(type, answer.text) : copyOf(answer.body)
    const known = this.operations.get(name)
    const answers = { ...(status === 303 ? {} : { [type]: value }), ...known?.answers }
    this.operations.set(name, { ...(known ?? { ...copyOf(sent), status }), answers })
  }
}

function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

function rowOf(name: string): Route {
  const row = rows.get(name)
  assert.ok(row, `there is no route ${name}`)
  return row
}
