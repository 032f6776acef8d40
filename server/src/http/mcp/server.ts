// POST /mcp: tools for agents. A request is admitted like any other with a secret key; each tool call is a request to
// a route of this server with the same key, and counts like one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#errors.ts'
import { admit } from '../admit.ts'
import { MAX_BODY_BYTES } from '../bodies.ts'
import { tooLarge } from '../failures.ts'
import { RELEASE } from '../health.ts'
import { operationName } from '../operation_names.ts'
import type { Route } from '../route.ts'
import { Call, checkArguments, Refused } from './call.ts'
import { readAllowed } from './allow.ts'
import { reasonLeftOut } from './left_out.ts'
import { marked, READING } from './mark.ts'
import { ownTools } from './own_tools.ts'
import {
  answerBody,
  checkVersion,
  chooseProtocol,
  type Methods,
  ProtocolError,
} from './protocol.ts'
import { type Grant, isGranted, routeTools, type Tool } from './tools.ts'

const URL_PATH = '/mcp'
/** Tools in one tools/list answer. */
const PAGE = 40
/** Tool calls in one HTTP request. */
const MAX_CALLS = 5

const ACCESS = { method: 'POST', url: URL_PATH, access: 'any_key', profile: 'optional' } as const

interface Offer {
  readonly tools: readonly Tool[]
  readonly routes: ReadonlyMap<string, Route>
}

export function registerMcp(app: FastifyInstance, routes: readonly Route[]): void {
  let offer: Offer | undefined
  const open = () => (offer ??= createOffer(routes))
  app.post(URL_PATH, {
    onRequest: async (request, reply) => {
      request.admission = await admit(request, reply, ACCESS)
      checkCaller(request)
      if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge()
      checkVersion(request.headers['mcp-protocol-version'])
    },
    handler: (request, reply) => answer(request, reply, open()),
  })
}

function createOffer(all: readonly Route[]): Offer {
  const rows = all.filter((row) => reasonLeftOut(row) === undefined)
  const routes = new Map(rows.map((row) => [operationName(row), row]))
  return { tools: [...ownTools(routes), ...routeTools(all)], routes }
}

/** Only keys: they have scopes and limits of their own, and no page can send one without knowing it. */
function checkCaller({ admission, headers, server }: FastifyRequest): void {
  if (admission?.session) {
    throw new Failure('AU_03', 'Agents use an API key: send one in the header `api-key`.')
  }
  const { origin } = headers
  const { public_url } = server.services
  const isOwn = URL.canParse(public_url) && new URL(public_url).origin === origin
  if (origin !== undefined && !isOwn) {
    throw new Failure('AU_03', 'Pages of other origins cannot use this URL.')
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, offer: Offer) {
  const grant = readGrant(request, offer)
  const tools = offer.tools.filter((tool) => isGranted(tool, grant))
  let calls = 0
  const methods: Methods = {
    initialize: ({ protocolVersion }) => describeServer(protocolVersion, grant),
    ping: () => ({}),
    'tools/list': ({ cursor }) => listTools(tools, cursor),
    'tools/call': (params) => {
      if (++calls > MAX_CALLS) {
        throw new ProtocolError('invalid_request', `At most ${MAX_CALLS} tool calls in a request.`)
      }
      return callTool(new Call(request, offer.routes, calls), tools, offer, params)
    },
  }
  const replies = await answerBody(request.body, methods)
  if (replies === null) return reply.code(202).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(replies))
}

function readGrant(request: FastifyRequest, { tools }: Offer): Grant {
  const { scopes, profile_ids } = request.admission ?? { scopes: [], profile_ids: [] }
  return { scopes, profile_ids, allow: readAllowed(request, tools) }
}

function describeServer(asked: unknown, { allow }: Grant) {
  const changes =
    allow.size === 0
      ? 'This connection only reads. To allow changes, the person who runs it names them, such as `refunds.create`.'
      : `This connection may change: ${[...allow].join(', ')}. Every change is in the audit trail as made by an agent.`
  return {
    protocolVersion: chooseProtocol(asked),
    capabilities: { tools: {} },
    serverInfo: { name: 'florin', title: 'Florin', version: RELEASE },
    instructions: `Florin is a payment processor. Amounts are integers in the lowest unit of their currency, such as cents. ${changes} Numbers of cards and accounts are never arguments: use tokens and saved methods. ${READING}`,
  }
}

function listTools(tools: readonly Tool[], cursor: unknown) {
  const start = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isInteger(start) || start < 0 || start > tools.length) {
    throw new ProtocolError('invalid_params', 'Unknown cursor.')
  }
  const next = start + PAGE
  return {
    tools: tools.slice(start, next).map(describeTool),
    ...(next < tools.length ? { nextCursor: String(next) } : {}),
  }
}

function describeTool({ name, title, description, arguments: inputSchema, row, is_change }: Tool) {
  const annotations = {
    title,
    readOnlyHint: !is_change,
    destructiveHint: is_change,
    idempotentHint: !is_change || row?.method !== 'POST',
    openWorldHint: is_change,
  }
  return { name, title, description, inputSchema, annotations }
}

async function callTool(
  call: Call,
  tools: readonly Tool[],
  offer: Offer,
  { name, arguments: sent = {} }: Readonly<Record<string, unknown>>,
) {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw new ProtocolError('invalid_params', refusal(offer, name))
  try {
    checkArguments(tool.arguments, sent)
    return shown(call, await tool.run(call, sent))
  } catch (error) {
    if (error instanceof Refused) return { ...shown(call, error.answer), isError: true }
    if (!(error instanceof Failure)) throw error
    const { code, message, faults } = error
    return { ...shown(call, { error: { code, message, errors: faults } }), isError: true }
  }
}

function shown({ meta }: Call, value: unknown) {
  return { content: [{ type: 'text', text: marked(value) }], _meta: { 'florin/requests': meta } }
}

/** A tool that exists, but not for this connection. */
function refusal({ tools }: Offer, name: unknown): string {
  const known = tools.find((each) => each.name === name)
  if (known === undefined) return 'Unknown tool.'
  const { scope, is_change, operation } = known
  const needs = scope === null ? '' : ` It needs a key with the scope ${scope}.`
  const allow = is_change ? ` The connection must allow the change by its name, ${operation}.` : ''
  return `Unknown tool for this connection.${needs}${allow}`
}
