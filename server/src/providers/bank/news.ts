// What the bank tells of its own accord, by callback or when asked for it: the same words both times.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sameBytes } from '../../kernel/crypto.ts'
import type { Reply } from '../line.ts'
import type { News, NewsPage, Unknown } from '../provider.ts'
import { outcomeOf, parseAnswer, toldBy, unknown } from './answers.ts'
import { disputeOf } from './disputes.ts'

export function verifyCallback(
  secret: string,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): News | undefined {
  const given = headers['x-bank-signature']
  if (typeof given !== 'string') return undefined
  const expected = createHmac('sha256', secret).update(rawBody).digest('hex')
  if (!sameBytes(Buffer.from(given), Buffer.from(expected))) return undefined
  return newsOf(parseAnswer(rawBody.toString('utf8')))
}

function newsOf(value: unknown): News | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const news = value as Readonly<Record<string, unknown>>
  const { event_id, merchant_id = null } = news
  if (typeof event_id !== 'string') return undefined
  if (merchant_id !== null && typeof merchant_id !== 'string') return undefined
  const any = { event_id, merchant_id }
  if (news['type'] === 'dispute') {
    const dispute = disputeOf(news['dispute'])
    return dispute && { ...any, type: 'dispute', dispute }
  }
  const operation = news['operation'] as { operation_id?: unknown } | null | undefined
  const operation_id = operation?.operation_id
  if (news['type'] !== 'operation' || typeof operation_id !== 'string') return undefined
  const outcome = outcomeOf(operation, operation_id)
  return outcome && { ...any, type: 'operation', operation_id, outcome }
}

/** A page that is not understood whole is not believed at all: what was skipped would be lost. */
export function newsPage(reply: Reply): NewsPage | Unknown {
  const told = toldBy(reply, readPage, 'unknown_operation')
  return told === 'never_seen' ? unknown : told
}

function readPage(answer: Readonly<Record<string, unknown>>): NewsPage | undefined {
  const { news: given, cursor, has_more } = answer
  if (!Array.isArray(given) || typeof cursor !== 'string' || typeof has_more !== 'boolean') {
    return undefined
  }
  const news = given.flatMap((each) => newsOf(each) ?? [])
  return news.length === given.length ? { result: 'news', news, cursor, has_more } : undefined
}
