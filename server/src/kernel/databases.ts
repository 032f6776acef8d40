// Creates and drops databases, for the sandbox and for tests; the service itself never does.
import pg from 'pg'

export async function withServer<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A lost server fails the current query; it must not end the program.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The names are ours and contain only letters, digits and `_`. */
export async function createDatabase(
  url: string,
  name: string,
  template?: string,
): Promise<string> {
  const from = template === undefined ? '' : ` template "${template}"`
  await withServer(url, (client) => client.query(`create database "${name}"${from}`))
  return databaseUrl(url, name)
}

/** Creates it unless it exists. */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  const DUPLICATE = '42P04'
  return createDatabase(url, name).catch((error: { code?: string }) => {
    if (error.code === DUPLICATE) return databaseUrl(url, name)
    throw error
  })
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await withServer(url, (client) => client.query(`drop database if exists "${name}" with (force)`))
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
