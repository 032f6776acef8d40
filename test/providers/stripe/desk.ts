// Carries out requests under their idempotency keys, and has every request and answer judged.
import type { Description } from './description.ts'
import { decodeForm, type Fields, textsIn } from './form.ts'
import { type Call, routes } from './routes.ts'
import { type Entity, StripeError, type World } from './state.ts'

export interface Received {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly type: string
  readonly raw: Buffer
  readonly key: string
  readonly version: string | undefined
}

export interface Request extends Call {
  readonly template: string
}

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Desk {
  /** An answer for a request that no route takes. */
  accept(received: Received): Request | Answer
  /** The answer is stored with the key once its execution has begun. */
  execute(request: Request): Answer
  /** Stores this answer instead, even a 500. */
  overwrite(request: Request, answer: Answer): void
}

export function failure(status: number, type: string, message: string): Answer {
  return { status, body: JSON.stringify({ error: { type, message } }) }
}

export function openDesk(world: World, description: Description, violations: string[]): Desk {
  const stored = new Map<string, Answer & { request: string }>()
  const fingerprint = ({ method, path, body }: Request) => `${method} ${path} ${body}`
  const store = (request: Request, answer: Answer) => {
    if (request.key !== '') stored.set(request.key, { ...answer, request: fingerprint(request) })
  }
  return {
    accept(received) {
      const { method, path, raw, type, key } = received
      const [pathname = '', search = ''] = path.split('?')
      const template = description.template(method, pathname)
      if (template === undefined || routes[`${method} ${template}`] === undefined) {
        violations.push(`${method} ${pathname}: no such route`)
        return failure(404, 'invalid_request_error', 'Unrecognized request URL.')
      }
      const isUpload = type.startsWith('multipart/')
      const body = isUpload ? '' : raw.toString()
      const form = isUpload ? uploaded(raw) : decodeForm(body)
      const query = decodeForm(search)
      const judged = method === 'GET' ? null : structuredClone(form)
      violations.push(
        ...description.checkRequest(method, template, structuredClone(query), judged),
        ...(received.version === undefined ? [`${method} ${template}: no Stripe-Version`] : []),
      )
      const id = pathname.split('/')[3] ?? ''
      return { method, path, template, query, form, body, key, id }
    },
    execute(request) {
      const known = stored.get(request.key)
      if (known !== undefined && known.request !== fingerprint(request)) {
        return failure(400, 'idempotency_error', 'This key was used with other parameters.')
      }
      if (known !== undefined) return known
      const { status, value } = run(world, request)
      violations.push(...description.checkAnswer(request.method, request.template, status, value))
      const answer = { status, body: JSON.stringify(value) }
      // A request that fails validation is not stored.
      if (status !== 400) store(request, answer)
      return answer
    },
    overwrite: store,
  }
}

function run(world: World, request: Request): { status: number; value: unknown } {
  const { method, template, query, form } = request
  try {
    const value = routes[`${method} ${template}`]?.(world, request)
    const expand = textsIn(method === 'GET' ? query : form, 'expand')
    return { status: 200, value: expanded(world, structuredClone(value), expand) }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { status: error.status, value: { error: structuredClone(error.error) } }
  }
}

/** Replaces ids by objects; `data.x` expands x in every object on a list. */
function expanded(world: World, value: unknown, paths: readonly string[]): unknown {
  for (const path of paths) expandPath(world, value as Record<string, unknown>, path.split('.'))
  return value
}

function expandPath(world: World, value: Record<string, unknown>, path: string[]): void {
  const [name = '', ...rest] = path
  const inner = value[name]
  if (Array.isArray(inner)) {
    for (const each of inner) expandPath(world, each as Record<string, unknown>, rest)
    return
  }
  const found: Entity | undefined = typeof inner === 'string' ? world.objects.get(inner) : undefined
  if (found === undefined) return
  const copy = structuredClone(found) as unknown as Record<string, unknown>
  value[name] = copy
  if (rest.length > 0) expandPath(world, copy, rest)
}

/** The text parts of a multipart body; a file is its size. */
function uploaded(raw: Buffer): Fields {
  const text = raw.toString('latin1')
  const boundary = text.slice(0, text.indexOf('\r\n'))
  const form: Fields = {}
  for (const part of text.split(boundary).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const content = rest.join('\r\n\r\n').slice(0, -2)
    const name = /name="(\w+)"/.exec(head)?.[1] ?? ''
    form[name] = head.includes('filename=') ? String(content.length) : content
  }
  return form
}
