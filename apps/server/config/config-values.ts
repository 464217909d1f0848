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
