import { isIPv6 } from 'node:net'

const networkGroups = 4

/**
 * Whom an address counts as, for limits: an IPv4 address for itself, an IPv6 address for its
 * network of 64 bits, of which anybody who has one address has all. What is no address counts as
 * one source.
 */
export function networkSource(address: string | undefined): string {
  if (address === undefined || address === '') return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [before = '', after] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const groups = before === '' ? [] : before.split(':')
  if (after !== undefined) {
    const rest = after === '' ? [] : after.split(':')
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  const network = groups.slice(0, networkGroups).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
