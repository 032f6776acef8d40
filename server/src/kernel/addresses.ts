// The hosts that a webhook may be sent to. Every address that is not public is refused in every spelling: a URL
// parser first turns `0x7f.1`, `2130706433` and `017700000001` into dotted form, and IPv6-mapped addresses are
// unwrapped.
import ipaddr from 'ipaddr.js'

type Reach = 'public' | 'loopback' | 'special' | 'name'

/** The public internet's IPv6 range; all other addresses are special or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Special although not listed as such: documentation examples, and the virtual machine host in one large cloud. */
const alsoSpecial = ['3fff::/20', '168.63.129.16/32'].map((range) => ipaddr.parseCIDR(range))

/** Names are not resolved here: the connecting code must check again, with the resolved address. */
export function classifyHost(hostname: string): Reach {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  return ipaddr.isValid(host) ? reachOfAddress(ipaddr.process(host)) : 'name'
}

function reachOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6): Reach {
  const range = address.range()
  if (range === 'loopback') return 'loopback'
  if (range !== 'unicast') return 'special'
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return 'special'
  const isSpecial = alsoSpecial.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  )
  return isSpecial ? 'special' : 'public'
}

interface Place {
  readonly webhook_loopback: boolean | undefined
  readonly environment: 'sandbox' | 'production'
  readonly host: string
  readonly public_url: string | undefined
}

/** A sandbox that is not reachable from other machines. */
export function isLocalSandbox({ environment, host, public_url }: Omit<Place, 'webhook_loopback'>) {
  const isLocal = (url: string) => classifyHost(new URL(url).hostname) === 'loopback'
  const isOwn = isLocal(`http://${host.includes(':') ? `[${host}]` : host}`)
  return environment === 'sandbox' && isOwn && (public_url === undefined || isLocal(public_url))
}

/** Only for a local sandbox, unless the operator says so. */
export function allowsLoopback({ webhook_loopback, ...place }: Place): boolean {
  return webhook_loopback ?? isLocalSandbox(place)
}

/** Why a webhook address is refused, or undefined when it is fine. */
export function webhookRefusal(address: string, allowLoopback: boolean): string | undefined {
  if (!URL.canParse(address)) return 'must be a URL'
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password'
  const reach = classifyHost(url.hostname)
  if (reach === 'special') return 'must not point to a private or special address'
  if (reach === 'loopback' && !allowLoopback) return 'must not point to this machine'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:' && reach === 'loopback') return undefined
  return allowLoopback
    ? 'must begin with https:// (http:// only to this machine)'
    : 'must begin with https://'
}
