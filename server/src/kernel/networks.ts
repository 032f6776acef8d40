// Caller addresses: grouped for limits, and compared with the networks that a key allows.
import ipaddr from 'ipaddr.js'

const IPV6_SUBSCRIBER_BITS = 64

/** One subscriber: an IPv4 address, or an IPv6 address's /64 network, because a subscriber owns all of it. */
export function subscriberNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(
    `${address.toString()}/${IPV6_SUBSCRIBER_BITS}`,
  )
  return `${network.toString()}/${IPV6_SUBSCRIBER_BITS}`
}

/** An address, or a network such as `203.0.113.0/24`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}

export function isWithin(ip: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some((text) => {
    if (!ipaddr.isValidCIDR(text)) return ipaddr.process(text).toString() === address.toString()
    const [network, bits] = ipaddr.parseCIDR(text)
    return network.kind() === address.kind() && address.match(network, bits)
  })
}

/** True if each address and network lies inside a single network from the list. */
export function areWithin(inner: readonly string[], networks: readonly string[]): boolean {
  const outer = networks.map(parseRange)
  return inner.map(parseRange).every(([address, bits]) =>
    outer.some(([network, length]) => {
      const isSameKind = network.kind() === address.kind()
      return isSameKind && bits >= length && address.match(network, length)
    }),
  )
}

function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
