// From a name to the addresses we may connect to. The addresses that are judged are the addresses that
// are connected to: a name that answers differently the second time is not asked a second time.
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { reachOf } from '#kernel/addresses.ts'

export type Resolve = (name: string) => Promise<string[]>

export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

class NameUnknown extends Error {
  readonly code = 'ENOTFOUND'
}

/**
 * A name is believed as far as it promises: `localhost` is this machine without asking, and any other
 * name must lead to public addresses, all of them. Addresses that stand in a URL never come here.
 */
export function guardedLookup(resolve: Resolve = askNameServers): LookupFunction {
  async function lookup(hostname: string): Promise<LookupAddress[]> {
    if (reachOf(hostname) === 'loopback') return ['127.0.0.1', '::1'].map(withFamily)
    const addresses = await resolve(hostname)
    if (addresses.length === 0) throw new NameUnknown()
    if (addresses.every((address) => reachOf(address) === 'public'))
      return addresses.map(withFamily)
    throw new AddressRefused(`${hostname} leads to an address that is not public.`)
  }
  // The connector, told to try all addresses, hands over its options and takes the whole list.
  return callbackify((hostname: string, _options: object) => lookup(hostname)) as LookupFunction
}

function withFamily(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 }
}

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * The system's own lookup waits in one of four threads that the whole process shares, so four names with
 * slow servers would hold up everybody's deliveries.
 */
async function askNameServers(name: string): Promise<string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
