// Fault injection: by a header for one request, or at a rate for all requests. The random numbers are seeded, so that
// a run can be repeated.
import { invalid, object } from './request.ts'

const before = ['timeout_before', 'reset_before', 'error_before', 'maintenance'] as const
const after = ['timeout', 'reset_after', 'error_after'] as const
const flags = ['duplicate', 'pending', 'callback_twice', 'capture_less', 'refuse_void'] as const
const timed = ['delay', 'callback_late', 'act_late', 'query_lags', 'drop_hold'] as const

/** All faults; the bank's README describes each. */
export const names = [...timed, ...before, ...after, ...flags] as const
type FaultName = (typeof names)[number]

/** One request's faults; if several exclude each other, the first counts. */
export interface Faults {
  /** Instead of acting. */
  before: (typeof before)[number] | null
  /** Instead of answering. */
  after: (typeof after)[number] | null
  /** Between acting and answering. */
  delay_ms: number
  /** Before acting, even if the caller hangs up meanwhile. */
  act_late_ms: number
  duplicate: boolean
  pending: boolean
  callback_twice: boolean
  callback_late_ms: number
  /** A query does not find the new operation for this long. */
  query_lags_ms: number
  /** A capture, or an authorize with capture, takes only half the amount. */
  capture_less: boolean
  /** The bank releases the new hold after this time; null keeps the hold. */
  drop_hold_ms: number | null
  /** A void is refused although the hold exists. */
  refuse_void: boolean
}

export interface FaultSettings {
  rates: Partial<Record<FaultName, number>>
  seed: number
  delay_ms: [number, number]
}

export const noFaults: Faults = {
  before: null,
  after: null,
  delay_ms: 0,
  act_late_ms: 0,
  duplicate: false,
  pending: false,
  callback_twice: false,
  callback_late_ms: 0,
  query_lags_ms: 0,
  capture_less: false,
  drop_hold_ms: null,
  refuse_void: false,
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Parses `name[=value], …`; refuses an unknown name with the full list. */
function readHeader(header: string): Map<FaultName, number> {
  const found = new Map<FaultName, number>()
  for (const part of header.split(',').map((part) => part.trim())) {
    if (part === '') continue
    const [given = '', value] = part.split('=')
    const name = known(given)
    if (isTimed(name) && !isMs(value)) {
      throw invalid(`The fault ${name} needs milliseconds: ${name}=500 (at most a day).`)
    }
    found.set(name, Number(value ?? 0))
  }
  return found
}

function isMs(value: string | undefined): boolean {
  return value !== undefined && /^\d{1,8}$/.test(value) && Number(value) <= DAY_MS
}

function isTimed(name: FaultName): boolean {
  return (timed as readonly string[]).includes(name)
}

function known(given: string): FaultName {
  const name = names.find((name) => name === given)
  if (name === undefined) throw invalid(`A fault must be one of ${names.join(', ')}.`)
  return name
}

export function readSettings(body: unknown): FaultSettings {
  const json = object(body, 'The body')
  const rates: Partial<Record<FaultName, number>> = {}
  for (const [given, rate] of Object.entries(object(json['rates'] ?? {}, 'rates'))) {
    if (typeof rate !== 'number' || rate < 0 || rate > 1) {
      throw invalid(`The rate of ${known(given)} must be a number from 0 to 1.`)
    }
    rates[known(given)] = rate
  }
  const { seed = 1, delay_ms = [10, 500] } = json
  if (!Number.isSafeInteger(seed)) throw invalid('seed must be a whole number.')
  return { rates, seed: seed as number, delay_ms: range(delay_ms) }
}

function range(value: unknown): [number, number] {
  const isRange =
    Array.isArray(value) && value.length === 2 && value.every((ms) => isMs(String(ms)))
  if (!isRange || value[0] > value[1]) {
    throw invalid('delay_ms must be two whole numbers: the minimum and maximum milliseconds.')
  }
  return [value[0], value[1]]
}

/** mulberry32: small, fast, seeded, and good enough for tests only. */
export function dice(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface FaultDesk {
  settings: FaultSettings | null
  /** Draws per fault since the start, including requests to which the fault does not apply. */
  readonly drawn: Partial<Record<FaultName, number>>
  set(settings: FaultSettings | null): void
  /** The next request's faults, from its header and the rates. */
  next(header: string | undefined): Faults
}

export function createFaultDesk(): FaultDesk {
  let roll = dice(1)
  const desk: FaultDesk = {
    settings: null,
    drawn: {},
    set(settings) {
      desk.settings = settings
      roll = dice(settings?.seed ?? 1)
    },
    next(header) {
      const named = readHeader(header ?? '')
      if (desk.settings !== null) rollAll(desk.settings, roll, named)
      for (const name of named.keys()) desk.drawn[name] = (desk.drawn[name] ?? 0) + 1
      return named.size === 0 ? noFaults : gather(named)
    },
  }
  return desk
}

/** Every request draws the same number of random numbers, so that one request's faults do not affect the next. */
function rollAll(settings: FaultSettings, roll: () => number, named: Map<FaultName, number>): void {
  const [min, max] = settings.delay_ms
  for (const name of names) {
    const isHit = roll() < (settings.rates[name] ?? 0)
    const ms = Math.floor(min + roll() * (max - min + 1))
    if (isHit && !named.has(name)) named.set(name, isTimed(name) ? ms : 0)
  }
}

function gather(named: Map<FaultName, number>): Faults {
  const order = [...named.keys()]
  return {
    before: order.find((name) => isIn(name, before)) ?? null,
    after: order.find((name) => isIn(name, after)) ?? null,
    delay_ms: named.get('delay') ?? 0,
    act_late_ms: named.get('act_late') ?? 0,
    duplicate: named.has('duplicate'),
    pending: named.has('pending'),
    callback_twice: named.has('callback_twice'),
    callback_late_ms: named.get('callback_late') ?? 0,
    query_lags_ms: named.get('query_lags') ?? 0,
    capture_less: named.has('capture_less'),
    drop_hold_ms: named.get('drop_hold') ?? null,
    refuse_void: named.has('refuse_void'),
  }
}

function isIn<T extends string>(name: string, list: readonly T[]): name is T {
  return (list as readonly string[]).includes(name)
}
