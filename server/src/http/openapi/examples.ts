// A request and a response for every operation, and a delivery for every event, as `npm run docs:examples` recorded
// them from a running server. Their ids, times and secrets are made up.
import { readFileSync } from 'node:fs'
import type { Route } from '../route.ts'
import type { Json } from './components.ts'

export interface RecordedAnswer {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly status: number
  /** By media type. A redirect has none. */
  readonly answers: Readonly<Record<string, unknown>>
}

export interface RecordedDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export interface Recorded {
  readonly operations: Readonly<Record<string, RecordedAnswer>>
  readonly webhooks: Readonly<Record<string, RecordedDelivery>>
}

export const EXAMPLES_FILE = new URL('examples.json', import.meta.url)

export function readExamples(): Recorded {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Recorded
}

export function exampleName({ method, url }: Pick<Route, 'method' | 'url'>): string {
  return `${method} ${url}`
}
