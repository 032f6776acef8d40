import type { Context } from '#kernel/context.ts'
import { type Condition, readPage } from '#kernel/page.ts'
import { notFound } from '#errors.ts'
import { hasScope } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { conditionsFor, type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { readRequestEvents } from '#resources/notifications/events/read.ts'
import {
  type ListRequests,
  Request,
  RequestEntry,
  requestFilters,
  statusClasses,
} from './schema.ts'
import {
  findListed,
  findRequest,
  findSentRequest,
  type ListedRequest,
  pagesOfObject,
  requestPages,
} from './store.ts'

const SDK = /^florin-(node|python|cli)\/[\w.-]{1,40}/

function toEntry(row: ListedRequest) {
  return { ...row, sdk: SDK.exec(row.user_agent ?? '')?.[0] ?? null }
}

export async function listRequests(
  context: Context,
  { object_id, ...sent }: ListRequests,
): Promise<Envelope<RequestEntry>> {
  const request = pageRequest(sent)
  const conditions = [...boundTo(context), ...readConditions(sent)]
  const { lists, merchant_id } = context
  const page =
    object_id === undefined
      ? await readPage(lists, merchant_id, requestPages, conditions, request)
      : await pageOfObject(context, object_id, conditions, request)
  return envelope(request, page, (row) => project(RequestEntry, toEntry(row)))
}

const { status_class: _, object_id: __, ...filters } = requestFilters

/** Failed requests have an index of their own. */
function readConditions({ status_class, ...sent }: Omit<ListRequests, 'object_id'>): Condition[] {
  const from = status_class && statusClasses[status_class]
  const isFailed = (from ?? sent.status ?? 0) >= 400 || sent.error_code !== undefined
  return [
    ...(isFailed ? [equals('failed', true)] : []),
    ...(from === undefined ? [] : [equals('status_from', from)]),
    ...conditionsFor(filters, sent),
  ]
}

function equals(column: string, value: unknown): Condition {
  return { column, operator: '=', value }
}

/** A key that is bound to profiles sees the requests of these profiles. */
function boundTo({ caller: { profile_ids } }: Context): Condition[] {
  return profile_ids.length === 0 ? [] : [equals('profiles', profile_ids)]
}

async function pageOfObject(
  { lists, merchant_id }: Context,
  object_id: string,
  others: readonly Condition[],
  request: ReturnType<typeof pageRequest>,
) {
  const tested = others.length > 0 ? [equals('request', true)] : []
  const conditions = [equals('object_id', object_id), ...tested]
  const page = await readPage(lists, merchant_id, pagesOfObject(others), conditions, request)
  if (page === undefined) return undefined
  const ids = page.rows.map(({ request_id }) => request_id)
  const rows = await findListed(lists.db, merchant_id, ids)
  const found = new Map(rows.map((row) => [row.request_id, row]))
  return { ...page, rows: ids.flatMap((id) => found.get(id) ?? []) }
}

export async function getRequest(context: Context, request_id: string): Promise<Request> {
  const { lists, merchant_id, caller } = context
  const row =
    (await findRequest(lists.db, merchant_id, request_id)) ??
    (await findSentRequest(lists.db, merchant_id, request_id))
  const { profile_ids: bound } = caller
  const isSeen =
    bound.length === 0 ||
    (row !== undefined &&
      row.profile_ids.length > 0 &&
      row.profile_ids.every((each) => bound.includes(each)))
  if (row === undefined || !isSeen) throw notFound('request', request_id)
  const webhooks = hasScope(caller.scopes, 'webhooks:read')
    ? await readRequestEvents(context, row.sent_request_id ?? row.request_id, row.object_ids)
    : []
  return project(Request, { ...toEntry(row), webhooks })
}
