// The server and key that a command uses, from its options and the environment.
import type { Command } from 'commander'
import { type Access, ApiClient } from './client.ts'
import { resolveAccess } from './config.ts'
import type { Terminal } from './terminal.ts'

export interface CurrentKey {
  readonly merchant_id: string
  readonly environment: 'sandbox' | 'production'
  readonly scopes: readonly string[]
}

export async function openClient(io: Terminal, command: Command): Promise<ApiClient> {
  return new ApiClient(await resolveOptions(io, command))
}

export function resolveOptions(io: Terminal, command: Command): Promise<Access> {
  const { profile, baseUrl } = command.optsWithGlobals<{ profile?: string; baseUrl?: string }>()
  return resolveAccess(io.env, {
    ...(profile === undefined ? {} : { profile }),
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
  })
}

export async function readCurrentKey(client: ApiClient): Promise<CurrentKey> {
  return (await client.call('GET', '/api_keys/current')) as unknown as CurrentKey
}
