import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { DeliveryFailure } from '../deliveries/delivery-failure.ts'

/**
 * Addresses inside of the own machine and network, and those that mean no single other machine:
 * IANA special-purpose registries for IPv4 (RFC 6890) and IPv6.
 */
const inner = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '::1/128', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23'],
  ...['2001:db8::/32', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]

/** Which addresses messages to others may go to. */
export class TargetGuard {
  readonly #inner = listOf(inner)
  readonly #allowed: BlockList

  /** `allowed`: addresses and networks inside of the own one that may be reached all the same. */
  constructor(allowed: readonly string[]) {
    this.#allowed = listOf(allowed)
  }

  /** Whether an IP address may be reached. */
  mayReach(address: string): boolean {
    const plain = mappedOf(address)
    const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
    if (isIP(plain) === 0) return false
    return this.#allowed.check(plain, family) || !this.#inner.check(plain, family)
  }

  /**
   * Resolves names for a connection, which then goes to just these addresses: a name cannot change
   * its address between the look and the connection.
   */
  get lookup(): LookupFunction {
    return (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (error, found) => {
        const good = (found ?? []).filter(({ address }) => this.mayReach(address))
        const [first] = good
        if (error) callback(error, '')
        // One inner address among others is enough to lead inside.
        else if (!first || good.length < found.length) callback(blocked(hostname), '')
        else if (options.all) callback(null, good)
        else callback(null, first.address, first.family)
      })
    }
  }

  /** Whether the host of an address may be reached: false for an inner IP address alone. */
  mayNameHost(hostname: string): boolean {
    const plain = hostname.replace(/^\[(.*)\]$/, '$1')
    return isIP(plain) === 0 || this.mayReach(plain)
  }
}

/** What a message is answered that must not leave. */
export const blocked = (hostname: string) =>
  new DeliveryFailure('blocked', `${hostname} is inside of the own network`, true)

/** The IPv4 address in an IPv6 one (`::ffff:10.0.0.1`), which leads to the same machine. */
function mappedOf(address: string): string {
  const plain = address.split('%')[0] ?? address
  const written = URL.canParse(`http://[${plain}]`) ? new URL(`http://[${plain}]`).hostname : plain
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(written) ?? []
  if (high === undefined || low === undefined) return plain
  const bytes = [high, low].flatMap((part) => {
    const number = Number.parseInt(part, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}
