import { type Reader, InvalidValue } from './config-values.ts'

/** An address with one of `schemes`, returned as written. */
export function url(schemes: readonly string[], example: string): Reader<string> {
  return {
    allowed: `an address such as ${example}`,
    read(value) {
      const parsed = URL.canParse(value) ? new URL(value) : undefined
      if (!parsed || /\s/.test(value)) throw new InvalidValue('is not an address')
      if (!schemes.includes(parsed.protocol.slice(0, -1))) {
        throw new InvalidValue(
          `does not begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
        )
      }
      return value
    },
  }
}

/**
 * The address of a server: has a host, except for a database behind a Unix socket
 * (`?host=/directory`).
 */
export function serverUrl(schemes: readonly string[], example: string): Reader<string> {
  const plain = url(schemes, example)
  return {
    allowed: plain.allowed,
    read(value) {
      const parsed = new URL(plain.read(value))
      if (parsed.hostname === '' && !parsed.searchParams.has('host'))
        throw new InvalidValue('names no host')
      return value
    },
  }
}

/** Origins of other sites, separated by commas. */
export const origins: Reader<readonly string[]> = {
  allowed: 'origins separated by commas, for example https://a.example.com, https://b.example.com',
  read: (value) => value.split(',').map((each) => origin.read(each.trim())),
}

/** The outside address of the site, returned without a closing slash. */
export const origin: Reader<string> = {
  allowed:
    'scheme, host and port of the site as people reach it, for example https://warroom.example.com',
  read(value) {
    const parsed = new URL(url(['http', 'https'], '').read(value))
    if (parsed.pathname !== '/' || parsed.search || parsed.hash || parsed.username)
      throw new InvalidValue('has more than scheme, host and port')
    return parsed.origin
  },
}
