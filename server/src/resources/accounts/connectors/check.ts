import type { Context } from '#kernel/context.ts'
import { askProvider } from './credentials.ts'
import { readConnector, readSecrets } from './read.ts'
import type { TestedConnector } from './schema.ts'

/** Asks the provider whether it still accepts the credentials. */
export async function checkConnector(
  context: Context,
  connector_id: string,
): Promise<TestedConnector> {
  const row = await readConnector(context, connector_id)
  const checked = await askProvider(context, row, await readSecrets(context, row))
  const result = checked.result === 'unknown' ? 'unreachable' : checked.result
  const message = checked.result === 'invalid' ? checked.message : null
  return { connector_id, result, message, tested_at: context.now }
}
