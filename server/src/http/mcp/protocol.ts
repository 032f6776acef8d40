// The Model Context Protocol without state: JSON-RPC messages in, answers out. A server that only offers tools needs
// five methods of it.
import { Failure } from '#errors.ts'

export interface Message {
  readonly id?: string | number
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Reply {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Newest first. A client that asks for another one gets the newest, and decides. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
/** Only this version has batches. */
const MAX_BATCH = 10

const codes = {
  invalid_request: -32_600,
  unknown_method: -32_601,
  invalid_params: -32_602,
} as const

export class ProtocolError extends Error {
  readonly code: number

  constructor(code: keyof typeof codes, message: string) {
    super(message)
    this.code = codes[code]
  }
}

export type Methods = Readonly<
  Record<string, (params: Readonly<Record<string, unknown>>) => Promise<object> | object>
>

/** The answers to a body, in its form; null if it has only notifications. */
export async function answerBody(body: unknown, methods: Methods): Promise<Reply | Reply[] | null> {
  if (!Array.isArray(body)) return answerMessage(body, methods)
  if (body.length === 0 || body.length > MAX_BATCH) {
    return failed(
      null,
      new ProtocolError('invalid_request', `A batch has 1 to ${MAX_BATCH} messages.`),
    )
  }
  const replies: Reply[] = []
  // One after the other: a batch must not do what as many requests at once could not.
  for (const each of body) {
    const reply = await answerMessage(each, methods)
    if (reply !== null) replies.push(reply)
  }
  return replies.length > 0 ? replies : null
}

async function answerMessage(sent: unknown, methods: Methods): Promise<Reply | null> {
  if (isReply(sent)) return null
  const message = readMessage(sent)
  if (message === undefined) {
    return failed(null, new ProtocolError('invalid_request', 'This is no JSON-RPC 2.0 message.'))
  }
  const { id, method, params } = message
  // A notification asks for nothing, and nothing is kept between requests.
  if (id === undefined) return null
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  try {
    if (run === undefined) throw new ProtocolError('unknown_method', 'There is no such method.')
    return { jsonrpc: '2.0', id, result: await run(params) }
  } catch (error) {
    return failed(id, error)
  }
}

function failed(id: string | number | null, error: unknown): Reply {
  if (!(error instanceof ProtocolError)) throw error
  return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
}

function readMessage(sent: unknown): Message | undefined {
  if (sent === null || typeof sent !== 'object') return undefined
  const { jsonrpc, id, method, params = {} } = sent as Record<string, unknown>
  if (jsonrpc !== '2.0' || typeof method !== 'string') return undefined
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
  if (params === null || typeof params !== 'object' || Array.isArray(params)) return undefined
  const named = params as Readonly<Record<string, unknown>>
  return id === undefined ? { method, params: named } : { id: id as string, method, params: named }
}

/** The answer to a request that this server never sends. */
function isReply(sent: unknown): boolean {
  const { method, result, error } = (sent ?? {}) as Record<string, unknown>
  return method === undefined && (result !== undefined || error !== undefined)
}

/** A client names the version it has agreed on; an unknown one is refused. */
export function checkVersion(header: unknown): void {
  if (header === undefined || PROTOCOL_VERSIONS.some((version) => version === header)) return
  const known = PROTOCOL_VERSIONS.join(', ')
  throw new Failure('IR_04', `Unknown MCP-Protocol-Version. Known versions: ${known}.`, {
    field: 'MCP-Protocol-Version',
  })
}

export function chooseProtocol(asked: unknown): string {
  return PROTOCOL_VERSIONS.find((version) => version === asked) ?? PROTOCOL_VERSIONS[0]
}
