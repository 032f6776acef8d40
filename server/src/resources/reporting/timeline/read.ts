import type { Context } from '#kernel/context.ts'
import type { PageRequest } from '#kernel/page.ts'
import { Failure } from '#errors.ts'
import { hasScope } from '#http/authenticate.ts'
import { pageRequest } from '#http/lists.ts'
import { readCustomer } from '#resources/payments/customers/read.ts'
import { type KindName, kindNames, kinds } from './kinds.ts'
import type { ReadTimeline, Timeline, TimelineEntry } from './schema.ts'
import { type EntryRow, findEntries, type Place, type Slice } from './store.ts'

export async function readTimeline(
  context: Context,
  customer_id: string,
  sent: ReadTimeline,
): Promise<Timeline> {
  const { lists, merchant_id, caller } = context
  const request = pageRequest(sent)
  const slice = toSlice(request)
  await readCustomer(context, customer_id)
  const readable = kindNames.filter((name) => hasScope(caller.scopes, kinds[name]))
  const of = { merchant_id, customer_id }
  // A customer can have many payments, so the read waits for the merchant's turn, as a list's scan does.
  const rows = await lists.scans.take(merchant_id, () => findEntries(lists.db, of, readable, slice))
  const { limit, offset } = request
  const shown = rows.slice(0, limit).map(toApi)
  const data = slice.is_backward ? shown.toReversed() : shown
  return { count: data.length, has_more: rows.length > limit, limit, offset, data }
}

/** With one more entry than the page has. */
function toSlice({ limit, offset, starting_after, ending_before, ...range }: PageRequest): Slice {
  const is_backward = ending_before !== undefined
  const field = is_backward ? 'ending_before' : 'starting_after'
  const place = ending_before ?? starting_after
  const anchor = place === undefined ? undefined : parsePlace(field, place)
  return { ...range, anchor, is_backward, offset, limit: limit + 1 }
}

function toApi(row: EntryRow): TimelineEntry {
  return { entry_id: `${row.created.getTime()}.${row.object}.${row.id}`, ...row }
}

const PLACE = /^(\d{1,15})\.([a-z_]+)\.([\w-]+)$/

function parsePlace(field: string, text: string): Place {
  const [, ms, object = '', id = ''] = PLACE.exec(text) ?? []
  if (!isKind(object)) {
    const message = `\`${field}\` is not the \`entry_id\` of an entry: ${text}.`
    throw new Failure('IR_04', message, { field })
  }
  return { created: new Date(Number(ms)), object, id }
}

function isKind(name: string): name is KindName {
  return Object.hasOwn(kinds, name)
}
