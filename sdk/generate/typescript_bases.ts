// Types that say what they share with another type instead of repeating it: an editor reads every byte.
import type { Model, Schema } from './model.ts'

export interface Base {
  /** Such as `Pick<PaymentCreate, 'amount' | 'currency'>`. */
  readonly text: string
  /** The type in it. */
  readonly name: string
  readonly fields: ReadonlySet<string>
}

/** Every list with a cursor takes these parameters. */
export const PAGE_PARAMS = 'PageParams'
const paging = ['limit', 'offset', 'starting_after', 'ending_before', 'created_gte', 'created_lte']
/** The list whose parameters they are read from. */
const FIRST_LIST = 'PaymentListParams'

/** Fewer fields are clearer where they are. */
const FEWEST = 3

export function addPageParams(types: Model['types']): Model['types'] {
  const { properties = {} } = types[FIRST_LIST] ?? {}
  const own = Object.fromEntries(paging.map((name) => [name, properties[name] ?? {}]))
  const description = 'Every list takes these.'
  return { ...types, [PAGE_PARAMS]: { type: 'object', description, properties: own, required: [] } }
}

/** The fields that a type shares with another one. */
export function findBase(name: string, types: Model['types']): Base | undefined {
  const schema = types[name] ?? {}
  const whole = wholeOf(name, types)
  if (
    whole === undefined &&
    name !== PAGE_PARAMS &&
    sharedFields(schema, types[PAGE_PARAMS]).length === paging.length
  ) {
    return { text: PAGE_PARAMS, name: PAGE_PARAMS, fields: new Set(paging) }
  }
  if (whole === undefined) return undefined
  const fields = sharedFields(schema, types[whole])
  if (fields.length < FEWEST) return undefined
  const others = Object.keys(types[whole]?.properties ?? {}).filter(
    (each) => !fields.includes(each),
  )
  const isMost = others.length > 0 && others.length < fields.length
  const text = `${isMost ? 'Omit' : 'Pick'}<${whole}, ${quote(isMost ? others : fields)}>`
  return { text, name: whole, fields: new Set(fields) }
}

function quote(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ')
}

const wholes: Readonly<Record<string, string>> = {
  DisputePreviewEvidence: 'DisputeSubmitEvidence',
  DisputeSaveEvidenceDraft: 'DisputeSubmitEvidence',
  NewApiKey: 'ApiKey',
  PaymentLinkPreviewParams: 'PaymentLinkCreate',
  SubscriptionListInvoicesParams: 'InvoiceListParams',
}

/** An update shares fields with the creation, and an event's object with the object itself. */
function wholeOf(name: string, types: Model['types']): string | undefined {
  const created = name.replace(/(Update|Confirm|CreateAndConfirm|EstimateChange)$/, 'Create')
  const inEvent = name.replace(/InEvent$/, '')
  return [wholes[name] ?? name, created, inEvent].find((each) => each !== name && each in types)
}

function sharedFields(schema: Schema, of: Schema = {}): string[] {
  const isRequired = (each: Schema, name: string) => each.required?.includes(name) ?? false
  return Object.entries(of.properties ?? {}).flatMap(([name, field]) => {
    const own = schema.properties?.[name]
    const isEqual = own !== undefined && JSON.stringify(own) === JSON.stringify(field)
    return isEqual && isRequired(schema, name) === isRequired(of, name) ? [name] : []
  })
}

/** The entries' schema, if this is a list with a cursor. */
export function listEntry(schema: Schema): Schema | undefined {
  const { has_more, total_count, data } = schema.properties ?? {}
  return has_more && total_count ? data?.items : undefined
}
