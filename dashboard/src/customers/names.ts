import { api, unwrapAnswer } from '../api/client.ts'

export interface Named {
  /** The id if the name cannot be read. */
  readonly customer_name: string
}

/** Adds the names for a page of rows, with one request. */
export async function withCustomerNames<Row extends { readonly customer_id: string }>(
  rows: readonly Row[],
): Promise<(Row & Named)[]> {
  const names = await readNames([...new Set(rows.map(({ customer_id }) => customer_id))])
  return rows.map((row) => ({
    ...row,
    customer_name: names.get(row.customer_id) ?? row.customer_id,
  }))
}

async function readNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const query = { customer_id: ids.join(','), limit: 100 }
  const call = unwrapAnswer(api.GET('/customers/list', { params: { query } }))
  const { data } = await call.catch(() => ({ data: [] }))
  return new Map(
    data.map(({ customer_id, name, email }) => [customer_id, name ?? email ?? customer_id]),
  )
}
