import { isIP } from 'node:net'
import { type Reader, InvalidValue } from './config-values.ts'

export const host: Reader<string> = {
  allowed: 'an IP address or a host name of this machine, for example 127.0.0.1',
  read(text) {
    const label = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
    const looksLikeAddress = /^[\d.]+$/.test(text)
    if (isIP(text) !== 0) return text
    if (
      looksLikeAddress ||
      text.length > 253 ||
      !new RegExp(`^${label}(\\.${label})*$`).test(text)
    ) {
      throw new InvalidValue('is neither an IP address nor a host name')
    }
    return text
  },
}

/** Addresses and networks, separated by commas. */
export const networks: Reader<readonly string[]> = {
  allowed:
    'addresses and networks separated by commas, for example 127.0.0.1, 10.0.0.0/8, fd00::/8',
  read: (text) => text.split(',').map((each) => readNetwork(each.trim())),
}

function readNetwork(text: string): string {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || more.length > 0)
    throw new InvalidValue(
      `names ${JSON.stringify(text)}, which is neither an address nor a network`,
    )
  if (prefix === undefined) return text
  const maximumPrefix = family === 4 ? 32 : 128
  const isLength =
    /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= maximumPrefix
  if (!isLength)
    throw new InvalidValue(
      `names the network ${text}, whose prefix is not from 1 to ${maximumPrefix}`,
    )
  return text
}
