const publishType = 3

/**
 * Follows the framing of MQTT on a connection, so that a sender cannot make the server collect a
 * packet that announces more bytes than are allowed. The limit is on the packet's remaining length
 * (MQTT 3.1.1, section 2.2.3).
 *
 * A PUBLISH over the limit is shortened to it: its beginning goes on, then its last byte when that
 * has come, and what lies between is skipped. Whoever reads it can acknowledge and refuse it by its
 * identifier; a connection that ends instead would be sent the same packet again for ever.
 */
export class FrameGuard {
  readonly #limit: number
  readonly #firstLimit: number
  #packets = 0
  /** First byte and length of a packet whose length is not read yet: at most five bytes. */
  readonly #header = new Uint8Array(5)
  #headerLength = 0
  #length = 0
  /** What is left of the packet: so many bytes that go on, are skipped, and go on at its end. */
  #passing = 0
  #skipping = 0
  #ending = 0
  #collected = 0

  /** `firstLimit` is that of a connection's first packet: before it, the sender is not known. */
  constructor(limit: number, firstLimit = limit) {
    this.#limit = limit
    this.#firstLimit = firstLimit
  }

  /** Bytes of a packet that has begun and not ended: somebody collects them. */
  get incompleteBytes(): number {
    return this.#isInBody ? this.#collected : 0
  }

  /** Whether the bytes that come next are skipped. */
  get isSkipping(): boolean {
    return this.#passing === 0 && this.#skipping > 0
  }

  /** The most that the packet announced last may have. */
  get limit(): number {
    return this.#packets <= 1 ? this.#firstLimit : this.#limit
  }

  /**
   * What of this chunk goes on, which may be empty. null when a packet that cannot be shortened is
   * longer than allowed, or a length is malformed.
   */
  pass(chunk: Uint8Array): Uint8Array | null {
    const passed: Uint8Array[] = []
    /** Where the bytes begin that go on and are not in `passed` yet. */
    let from = 0
    let position = 0
    while (position < chunk.length) {
      if (this.#isInBody) {
        const step = this.#readBody(chunk.length - position)
        if (step.isSkipped) {
          passed.push(chunk.subarray(from, position))
          from = position + step.length
        }
        position += step.length
      } else {
        const begun = position - this.#headerLength
        const header = this.#readHeader(chunk[position++] ?? 0)
        if (header === 'refused') return null
        // A header that began in an earlier chunk was held back there.
        if (header === 'incomplete' || (header === 'whole' && begun >= 0)) continue
        passed.push(chunk.subarray(from, Math.max(from, begun)), this.#headerToPass(header))
        from = position
      }
    }
    const end = Math.max(from, chunk.length - this.#headerLength)
    if (passed.length === 0 && from === 0 && end === chunk.length) return chunk
    return Buffer.concat([...passed, chunk.subarray(from, end)])
  }

  get #isInBody(): boolean {
    return this.#passing + this.#skipping + this.#ending > 0
  }

  #readBody(available: number): { readonly length: number; readonly isSkipped: boolean } {
    const isSkipped = this.isSkipping
    const length = Math.min(available, isSkipped ? this.#skipping : this.#passing)
    if (isSkipped) this.#skipping -= length
    else {
      this.#passing -= length
      this.#collected += length
    }
    if (this.#passing + this.#skipping === 0) {
      this.#passing = this.#ending
      this.#ending = 0
    }
    return { length, isSkipped }
  }

  #readHeader(byte: number): 'incomplete' | 'refused' | 'whole' | 'shortened' {
    const place = this.#headerLength++
    this.#header[place] = byte
    if (place === 0) {
      this.#packets += 1
      this.#length = 0
      return 'incomplete'
    }
    this.#length += (byte & 0x7f) * 2 ** (7 * (place - 1))
    if (byte & 0x80) return place < 4 ? 'incomplete' : 'refused'
    this.#headerLength = 0
    this.#collected = 0
    this.#passing = this.#length
    if (this.#length <= this.limit) return 'whole'
    if ((this.#header[0] ?? 0) >> 4 !== publishType || this.#packets <= 1) return 'refused'
    this.#passing = this.limit - 1
    this.#skipping = this.#length - this.limit
    this.#ending = 1
    return 'shortened'
  }

  #headerToPass(header: 'whole' | 'shortened'): Uint8Array {
    const [first = 0] = this.#header
    return Uint8Array.from([first, ...digitsOf(header === 'whole' ? this.#length : this.limit)])
  }
}

/** A remaining length as it is written: seven bits a byte, the lowest first. */
function digitsOf(length: number): readonly number[] {
  const digits: number[] = []
  let left = length
  do {
    digits.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left >>>= 7
  } while (left > 0)
  return digits
}
