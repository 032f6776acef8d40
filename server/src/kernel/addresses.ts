// Which hosts on the network we are willing to call for somebody else. Anything that is not a public
// address is refused in every spelling: a URL parser turns `0x7f.1`, `2130706433` and `017700000001`
// into dotted form first, and addresses wrapped in IPv6 are unwrapped.
import ipaddr from 'ipaddr.js'

type Reach = 'public' | 'loopback' | 'special' | 'name'

/** Names are not resolved here; who connects must check the address it really got. */
function reachOf(hostname: string): Reach {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  if (!ipaddr.isValid(host)) return 'name'
  const range = ipaddr.process(host).range()
  if (range === 'loopback') return 'loopback'
  return range === 'unicast' ? 'public' : 'special'
}

/** Why a webhook address is refused, or undefined when it is fine. */
export function webhookRefusal(address: string, allowLoopback: boolean): string | undefined {
  if (!URL.canParse(address)) return 'must be a URL'
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password'
  const reach = reachOf(url.hostname)
  if (reach === 'special') return 'must not point to a private or special address'
  if (reach === 'loopback' && !allowLoopback) return 'must not point to this machine'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:' && reach === 'loopback') return undefined
  return allowLoopback
    ? 'must begin with https:// (http:// only to this machine)'
    : 'must begin with https://'
}
