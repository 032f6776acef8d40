// The sandbox's terminal output: one line for each request and each webhook delivery, made from the structured logs
// of the api and the worker.
import type { styleText } from 'node:util'

export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

interface LogLine {
  readonly level: string
  readonly time: string
  readonly msg: string
  readonly status?: number
  readonly ms: number
}

interface RequestLine extends LogLine {
  readonly method: string
  readonly route: string
  readonly params?: Readonly<Record<string, string>>
  readonly object_id?: string
  readonly code?: string
  readonly message?: string
}

interface DeliveryLine extends LogLine {
  readonly event_type: string
  readonly receiver: string
  readonly attempt: number
  readonly error?: string
}

/** Developers do not look for page files, health checks and the documentation. */
const HIDDEN = /^\/(dashboard|docs|pay\/assets|favicon|openapi\.json|llms\.txt|health\/)/
const WHAT_WIDTH = 40
const MS_WIDTH = 5

/** The line to show, or undefined. Lines of other kinds are shown unchanged if they are warnings. */
export function describeLine(text: string, paint: Paint): string | undefined {
  const line = parse(text)
  if (line === undefined) return text
  if (line.msg === 'request') return describeRequest(line as RequestLine, paint)
  if (line.msg === 'delivery') return describeDelivery(line as DeliveryLine, paint)
  return line.level === 'warn' || line.level === 'error' || line.level === 'fatal'
    ? text
    : undefined
}

function parse(text: string): LogLine | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return line !== null && typeof line === 'object' ? (line as LogLine) : undefined
  } catch {
    return undefined
  }
}

function describeRequest(line: RequestLine, paint: Paint): string | undefined {
  if (HIDDEN.test(line.route)) return undefined
  const path = line.route.replaceAll(
    /:([a-z_]+)/g,
    (whole, name: string) => line.params?.[name] ?? whole,
  )
  const { object_id = '', code, message = '' } = line
  const id = path.includes(object_id) ? '' : object_id
  const about = code === undefined ? id : `${code} ${message}`
  return compose(line, paint, { sign: line.method, what: path, about })
}

function describeDelivery(line: DeliveryLine, paint: Paint): string {
  const { event_type, receiver, attempt, error } = line
  const nth = attempt > 1 ? ` (attempt ${attempt})` : ''
  const about = `${receiver}${nth}${error === undefined ? '' : ` ${error}`}`
  return compose(line, paint, { sign: '→', what: event_type, about })
}

interface Parts {
  sign: string
  what: string
  about: string
}

function compose({ time, status, ms }: LogLine, paint: Paint, { sign, what, about }: Parts) {
  const took = `${String(Math.round(ms)).padStart(MS_WIDTH)} ms`
  const outcome = paint(statusStyle(status), status === undefined ? '---' : String(status))
  const parts = [
    paint('dim', clockTime(time)),
    sign.padEnd(6),
    what.padEnd(WHAT_WIDTH),
    outcome,
    paint('dim', took),
    about,
  ]
  return parts.join(' ').trimEnd()
}

function statusStyle(status: number | undefined) {
  if (status === undefined || status >= 500) return 'red'
  if (status >= 400) return 'yellow'
  return status >= 300 ? 'cyan' : 'green'
}

/** In the machine's time zone. */
function clockTime(moment: string): string {
  const date = new Date(moment)
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
