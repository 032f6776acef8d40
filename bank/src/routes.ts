// The bank's routes. All but the pages require the key. Faults apply only to the acquirer API's routes, not to those
// for tests.
import type { Books } from './books.ts'
import { type Choice, choices, wasChosen } from './decide.ts'
import { type Dispute, disputeToApi } from './dispute.ts'
import { readEvidence, readOpening } from './dispute_request.ts'
import type { Disputes } from './disputes.ts'
import { type FaultDesk, type Faults, readSettings } from './faults.ts'
import type { Subject } from './ledger.ts'
import { eventsAfter } from './events.ts'
import type { Operation, operationToApi } from './operation.ts'
import { type Operations, settlements } from './operations.ts'
import { answeredPage, choicePage, pageHeaders, problemPage, returnAddress } from './pages.ts'
import { Refusal } from './refusal.ts'
import { integer, invalid, object, oneOf, readCheck, readRequest, text } from './request.ts'

export interface Desk {
  books: Books
  operations: Operations
  disputes: Disputes
  faults: FaultDesk
  toApi(operation: Operation): ReturnType<typeof operationToApi>
  toEvent: (subject: Subject) => object
}

export interface Call {
  /** The bracketed path part. */
  name: string
  query: URLSearchParams
  body: string
  faults: Faults
}

export interface Reply {
  status: number
  headers: Record<string, string>
  body: string | AsyncIterable<string>
}

interface Route {
  method: string
  path: RegExp
  isPage?: true
  hasFaults?: true
  answer(desk: Desk, call: Call): Reply
}

export const routes: readonly Route[] = [
  { method: 'POST', path: /^\/operations$/, hasFaults: true, answer: ask },
  { method: 'GET', path: /^\/operations\/([^/]+)$/, hasFaults: true, answer: query },
  {
    method: 'POST',
    path: /^\/operations\/([^/]+)\/revoke$/,
    hasFaults: true,
    answer: revoke,
  },
  { method: 'POST', path: /^\/operations\/([^/]+)\/settle$/, answer: settle },
  { method: 'POST', path: /^\/payouts\/check$/, hasFaults: true, answer: checkPayout },
  { method: 'POST', path: /^\/payouts\/onboard$/, answer: onboard },
  { method: 'POST', path: /^\/operations\/([^/]+)\/dispute$/, answer: openDispute },
  { method: 'GET', path: /^\/disputes\/([^/]+)$/, hasFaults: true, answer: getDispute },
  { method: 'POST', path: /^\/disputes\/([^/]+)\/evidence$/, hasFaults: true, answer: challenge },
  {
    method: 'POST',
    path: /^\/disputes\/([^/]+)\/accept$/,
    hasFaults: true,
    answer: closeDispute('accept'),
  },
  {
    method: 'POST',
    path: /^\/disputes\/([^/]+)\/expire$/,
    hasFaults: true,
    answer: closeDispute('expire'),
  },
  { method: 'POST', path: /^\/disputes\/([^/]+)\/decide$/, answer: decideDispute },
  { method: 'GET', path: /^\/events$/, hasFaults: true, answer: listEvents },
  { method: 'GET', path: /^\/pages\/([^/]+)$/, isPage: true, answer: showPage },
  { method: 'POST', path: /^\/pages\/([^/]+)$/, isPage: true, answer: choose },
  { method: 'POST', path: /^\/faults$/, answer: setFaults },
  { method: 'GET', path: /^\/faults$/, answer: getFaults },
  { method: 'DELETE', path: /^\/faults$/, answer: clearFaults },
  { method: 'GET', path: /^\/faults\/drawn$/, answer: ({ faults }) => json(200, faults.drawn) },
  { method: 'GET', path: /^\/log$/, answer: readLog },
  { method: 'GET', path: /^\/due$/, answer: ({ books }) => json(200, { count: books.due }) },
  { method: 'GET', path: /^\/clocks\/([^/]+)$/, answer: getClock },
  { method: 'POST', path: /^\/clocks\/([^/]+)$/, answer: moveClock },
  { method: 'GET', path: /^\/health$/, answer: () => json(200, { status: 'ok' }) },
]

export function json(status: number, body: unknown): Reply {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) }
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw invalid('The body is not JSON. Send one JSON object.')
  }
}

function ask(desk: Desk, call: Call): Reply {
  const request = readRequest(parse(call.body))
  return json(200, desk.toApi(desk.operations.ask(request, call.faults)))
}

function query(desk: Desk, call: Call): Reply {
  const { operations } = desk
  if (operations.isRevoked(call.name)) return revokedReply(call.name)
  return json(200, desk.toApi(operations.findByQuery(call.name) ?? unknownOperation()))
}

/** Answers with the operation, without lag, or with `revoked`. */
function revoke(desk: Desk, call: Call): Reply {
  const operation_id = text({ operation_id: call.name }, 'operation_id', 64)
  desk.operations.revoke(operation_id)
  const operation = desk.operations.find(operation_id)
  return operation === undefined ? revokedReply(operation_id) : json(200, desk.toApi(operation))
}

function revokedReply(operation_id: string): Reply {
  return json(200, { operation_id, outcome: 'revoked' })
}

function known(desk: Desk, operation_id: string): Operation {
  return desk.operations.find(operation_id) ?? unknownOperation()
}

function unknownOperation(): never {
  throw new Refusal('unknown_operation', 'The bank has no operation with this id.')
}

function settle(desk: Desk, call: Call): Reply {
  const outcome = oneOf(object(parse(call.body), 'The body'), 'outcome', settlements)
  const operation = known(desk, call.name)
  desk.operations.settle(operation, outcome)
  return json(200, desk.toApi(operation))
}

function checkPayout(desk: Desk, call: Call): Reply {
  return json(200, desk.operations.check(readCheck(parse(call.body))))
}

function onboard(desk: Desk, call: Call): Reply {
  desk.operations.onboard(readCheck(parse(call.body)))
  return checkPayout(desk, call)
}

function disputeReply(dispute: Dispute): Reply {
  return json(200, disputeToApi(dispute))
}

function getDispute(desk: Desk, call: Call): Reply {
  return disputeReply(desk.disputes.find(call.name))
}

function challenge(desk: Desk, call: Call): Reply {
  const dispute = desk.disputes.find(call.name)
  desk.disputes.submit(dispute, readEvidence(parse(call.body)), call.faults)
  return disputeReply(dispute)
}

function closeDispute(move: 'accept' | 'expire') {
  return (desk: Desk, call: Call): Reply => {
    const dispute = desk.disputes.find(call.name)
    desk.disputes.close(dispute, move, call.faults)
    return disputeReply(dispute)
  }
}

/** For tests: a move by the cardholder or the issuer, which an acquirer's API does not have. */
function decideDispute(desk: Desk, call: Call): Reply {
  const dispute = desk.disputes.find(call.name)
  const json = object(parse(call.body), 'The body')
  desk.disputes.decide(dispute, oneOf(json, 'decision', ['withdraw', 'win', 'lose', 'escalate']))
  return disputeReply(dispute)
}

function openDispute(desk: Desk, call: Call): Reply {
  const authorization = known(desk, call.name)
  return disputeReply(desk.disputes.open(authorization, readOpening(parse(call.body))))
}

function listEvents(desk: Desk, call: Call): Reply {
  const { books, toEvent } = desk
  const cursor = call.query.get('after') ?? ''
  return json(200, eventsAfter(books.ledger, cursor, books.now(), toEvent))
}

function html(status: number, body: string, operation?: Operation): Reply {
  return { status, headers: pageHeaders(operation), body }
}

export function problem(refusal: Refusal): Reply {
  return html(refusal.status, problemPage('This did not work', refusal.message))
}

function pageFor(desk: Desk, token: string): Operation {
  const operation = desk.operations.findPage(token)
  if (operation !== undefined) return operation
  throw new Refusal(
    'unknown_operation',
    'There is no such page. Go back to the shop and start the payment again.',
  )
}

function showPage(desk: Desk, call: Call): Reply {
  const operation = pageFor(desk, call.name)
  const isOpen = operation.outcome === 'challenge'
  if (isOpen) desk.operations.lookAt(operation)
  return html(200, isOpen ? choicePage(operation) : answeredPage(operation), operation)
}

function choose(desk: Desk, call: Call): Reply {
  const operation = pageFor(desk, call.name)
  const choice = choiceOf(call.body)
  if (operation.outcome === 'challenge') desk.operations.choose(operation, choice)
  // A double click sends the same choice twice, and the browser shows the answer to the second.
  else if (!wasChosen(operation, choice)) return html(409, answeredPage(operation), operation)
  // Without a return_url the page itself says that it was answered.
  const location = returnAddress(operation) ?? call.name
  return { ...html(303, '', operation), headers: { ...pageHeaders(operation), location } }
}

function choiceOf(body: string): Choice {
  const given = new URLSearchParams(body).get('choice')
  const choice = choices.find((choice) => choice === given)
  if (choice !== undefined) return choice
  throw invalid('No choice was made. Go back, then use one of the three buttons.')
}

function setFaults(desk: Desk, call: Call): Reply {
  desk.faults.set(readSettings(parse(call.body)))
  return getFaults(desk)
}

function getFaults(desk: Desk): Reply {
  return json(200, desk.faults.settings ?? { rates: {}, seed: null, delay_ms: null })
}

function clearFaults(desk: Desk): Reply {
  desk.faults.set(null)
  return getFaults(desk)
}

function getClock({ books }: Desk, { name }: Call): Reply {
  return json(200, books.scheduleOf(name))
}

/** For tests: the merchant's clock was moved forward. */
function moveClock(desk: Desk, call: Call): Reply {
  desk.books.bringForward(call.name, integer(object(parse(call.body), 'The body'), 'ms', 0))
  return getClock(desk, call)
}

function readLog(desk: Desk, call: Call): Reply {
  const after = call.query.get('after') ?? '0'
  if (!/^\d{1,15}$/.test(after)) throw invalid('after must be a line number, 0 or more.')
  return { ...json(200, null), body: asArray(desk.books.log.read(Number(after))) }
}

async function* asArray(lines: AsyncIterable<string>): AsyncIterable<string> {
  let separator = '['
  for await (const line of lines) {
    yield `${separator}${line}`
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}
