/** Why a connection can not be served, and what is answered before it ends. */
export interface RejectedConnection {
  readonly reason: string
  readonly answer: Buffer | null
}

/**
 * CONNACK of MQTT 3.1.1 with "unacceptable protocol version", which clients of every version
 * understand.
 */
const unacceptableVersion = Buffer.from([0x20, 0x02, 0x00, 0x01])
const connect = 0x10
const levelOf311 = 4
const levelOf5 = 5
const versionNames: Readonly<Record<number, string>> = { 3: 'MQTT 3.1' }
const httpMethods = /^(GET|POST|PUT|HEAD|OPTI|DELE|PATC|CONN)/
/** First byte, length of up to four, protocol name of up to eight with its length, level. */
const maximumBytes = 14

/**
 * Looks at the first bytes of a connection: what speaks another protocol, or another version of
 * MQTT, is answered by name. Everything else is left to the parser.
 */
export class FirstPacket {
  #bytes = Buffer.alloc(0)
  #decided = false
  #isMqtt5 = false

  /** What is wrong, as soon as it can be seen; null while nothing is. */
  read(chunk: Uint8Array): RejectedConnection | null {
    if (this.#decided) return null
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    const found = classify(this.#bytes.subarray(0, maximumBytes))
    this.#decided = found !== 'incomplete'
    this.#isMqtt5 = found === 'MQTT 5'
    return typeof found === 'object' ? found : null
  }

  /** Whether the connection speaks MQTT 5, once its bytes are released. */
  get isMqtt5(): boolean {
    return this.#isMqtt5
  }

  /** The bytes that go on, of those read: none until it is clear what they are. */
  release(chunk: Uint8Array): Uint8Array {
    if (!this.#decided) return Buffer.alloc(0)
    const bytes = this.#bytes.length === 0 ? chunk : this.#bytes
    this.#bytes = Buffer.alloc(0)
    return bytes
  }
}

function classify(bytes: Buffer): RejectedConnection | 'incomplete' | 'MQTT 5' | 'other' {
  const [first, second] = bytes
  if (first === undefined || (second === undefined && first === 0x16)) return 'incomplete'
  if (first === 0x16 && second === 0x03)
    return { reason: 'is TLS; this port takes MQTT without TLS', answer: null }
  if (first !== connect) return classifyText(bytes)
  const start = startOfBody(bytes)
  if (start === null) return bytes.length < 5 ? 'incomplete' : 'other'
  const nameLength = bytes.length < start + 2 ? null : bytes.readUInt16BE(start)
  const level = nameLength === null ? undefined : bytes[start + 2 + nameLength]
  if (nameLength === null || level === undefined)
    return bytes.length < maximumBytes ? 'incomplete' : 'other'
  const name = bytes.subarray(start + 2, start + 2 + nameLength).toString('latin1')
  if (name !== 'MQTT' && name !== 'MQIsdp') return 'other'
  if (level === levelOf311) return 'other'
  if (level === levelOf5 && name === 'MQTT') return 'MQTT 5'
  const version = versionNames[level] ?? `protocol level ${level}`
  return {
    reason: `speaks ${version}; the versions of MQTT here are 3.1.1 and 5`,
    answer: unacceptableVersion,
  }
}

function classifyText(bytes: Buffer): RejectedConnection | 'incomplete' | 'other' {
  const text = bytes.toString('latin1')
  if (httpMethods.test(text)) return { reason: 'is HTTP; this port takes MQTT', answer: null }
  return bytes.length < 4 && /^[A-Z]+$/.test(text) ? 'incomplete' : 'other'
}

/**
 * Where the packet's body begins, after the bytes of its length; null when they are not all there.
 */
function startOfBody(bytes: Buffer): number | null {
  for (let index = 1; index < Math.min(bytes.length, 5); index++)
    if (((bytes[index] ?? 0) & 0x80) === 0) return index + 1
  return null
}
