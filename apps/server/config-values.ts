import { isIP } from 'node:net'
import { parseKey } from '#kit/server/secrets/key-file.ts'

/** Why a value is not accepted, as the end of a sentence that begins with the value. */
export class InvalidValue extends Error {}

/**
 * Turns the text of a variable into its value, or throws InvalidValue. `allowed`: what is accepted,
 * for the message.
 */
export interface Reader<Value> {
  readonly allowed: string
  readonly read: (text: string) => Value
}

export const port: Reader<number> = {
  allowed: 'a whole number from 1 to 65535, or 0 for any free port',
  read(text) {
    if (!/^\d{1,5}$/.test(text)) throw new InvalidValue('is not a whole number')
    const number = Number(text)
    if (number > 65_535) throw new InvalidValue('is above 65535')
    return number
  },
}

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

export const secretKeys: Reader<readonly Buffer[]> = {
  allowed:
    '32 random bytes in base64 or as 64 hexadecimal digits, for example from: openssl rand ' +
    '-base64 32; older keys after it, separated by commas',
  read: (text) =>
    text.split(',').map((each) => {
      const key = parseKey(each)
      // The text itself is a secret: it is not repeated.
      if (!key) throw new InvalidValue('is not made of keys of 32 bytes')
      return key
    }),
}

export const answerSeconds: Reader<number> = {
  allowed: 'a whole number of seconds from 1 to 600',
  read(text) {
    if (!/^\d{1,3}$/.test(text)) throw new InvalidValue('is not a whole number')
    if (Number(text) < 1 || Number(text) > 600) throw new InvalidValue('is not from 1 to 600')
    return Number(text)
  },
}

export const wholeNumber = (minimum: number, maximum: number): Reader<number> => ({
  allowed: `a whole number from ${minimum} to ${maximum}`,
  read(value) {
    if (!/^\d{1,9}$/.test(value)) throw new InvalidValue('is not a whole number')
    if (Number(value) < minimum || Number(value) > maximum)
      throw new InvalidValue(`is not from ${minimum} to ${maximum}`)
    return Number(value)
  },
})

const wholeDays = (minimum: number, maximum: number): Reader<number> => ({
  allowed: `a whole number of days from ${minimum} to ${maximum}`,
  read(text) {
    if (!/^\d{1,5}$/.test(text)) throw new InvalidValue('is not a whole number')
    if (Number(text) < minimum || Number(text) > maximum)
      throw new InvalidValue(`is not from ${minimum} to ${maximum}`)
    return Number(text)
  },
})

export const days = wholeDays(1, 36_500)
/** Of the history that the demo plant fills in. */
export const demoDays = wholeDays(0, 365)

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

const yes = new Set(['on', 'true', 'yes', '1'])
const no = new Set(['off', 'false', 'no', '0'])

export const flag: Reader<boolean> = {
  allowed: 'on or off',
  read(text) {
    if (yes.has(text.toLowerCase())) return true
    if (no.has(text.toLowerCase())) return false
    throw new InvalidValue('is neither on nor off')
  },
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return {
    allowed: choices.join(', '),
    read(text) {
      const choice = choices.find((each) => each === text.toLowerCase())
      if (choice === undefined) throw new InvalidValue('is not one of them')
      return choice
    },
  }
}

export const timezone: Reader<string> = {
  allowed: 'an IANA time zone, for example Asia/Taipei',
  read(text) {
    // Intl also takes offsets such as +08:00, which other readers of the name would not.
    if (!/^[A-Za-z]/.test(text)) throw new InvalidValue('is not the name of a time zone')
    try {
      return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    } catch {
      throw new InvalidValue('is not a known time zone')
    }
  },
}

export function text(limit: number): Reader<string> {
  return {
    allowed: `a text of at most ${limit} characters on one line`,
    read(value) {
      if (value.length > limit) throw new InvalidValue('is too long')
      if (/\p{Cc}/u.test(value)) throw new InvalidValue('contains a control character')
      return value
    },
  }
}

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

const topicLevelLength = 100

/** One level of an MQTT topic. */
export const topicLevel: Reader<string> = {
  allowed: `1 to ${topicLevelLength} characters without / + #`,
  read(value) {
    if (value.length > topicLevelLength || /[/+#]/.test(value))
      throw new InvalidValue('is not one level of a topic')
    return value
  },
}
