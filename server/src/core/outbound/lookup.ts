// DNS lookup for receivers, limited to addresses that Florin may connect to. The connection uses the checked
// addresses: a second lookup could return others (DNS rebinding).
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { classifyHost } from '#kernel/addresses.ts'

export type Resolve = (name: string) => Promise<string[]>

export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

class NameUnknown extends Error {
  readonly code = 'ENOTFOUND'
}

/**
 * `localhost` is this machine, without a lookup. Any other name must resolve to public addresses only. A URL
 * with an IP address instead of a name never gets here: post.ts checks it.
 */
export function guardedLookup(resolve: Resolve = queryNameServers): LookupFunction {
  async function lookup(hostname: string): Promise<LookupAddress[]> {
    if (classifyHost(hostname) === 'loopback') return ['127.0.0.1', '::1'].map(withFamily)
    const addresses = await resolve(hostname)
    if (addresses.length === 0) throw new NameUnknown()
    if (addresses.every((address) => classifyHost(address) === 'public'))
      return addresses.map(withFamily)
    throw new AddressRefused(`${hostname} resolves to an address that is not public.`)
  }
  // With autoSelectFamily the connector passes `all: true` and expects the whole list.
  return callbackify((hostname: string, _options: object) => lookup(hostname)) as LookupFunction
}

function withFamily(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 }
}

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * The system's lookup runs in a pool of four threads shared by the process, so four slow name servers would block all
 * deliveries. This one bypasses the pool.
 */
async function queryNameServers(name: string): Promise<string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
