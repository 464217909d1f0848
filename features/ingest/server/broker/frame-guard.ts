/**
 * Follows the framing of MQTT on a connection and tells when a packet announces more bytes than are
 * allowed, so that a sender cannot make the server collect them. The limit is on the packet's
 * remaining length (MQTT 3.1.1, section 2.2.3).
 */
export class FrameGuard {
  readonly #limit: number
  readonly #firstLimit: number
  #packets = 0
  #bodyLeft = 0
  #inLength = false
  #length = 0
  #shift = 0

  /** `firstLimit` is that of a connection's first packet: before it, nobody knows who sends. */
  constructor(limit: number, firstLimit = limit) {
    this.#limit = limit
    this.#firstLimit = firstLimit
  }

  /** Bytes of a packet that has begun and not ended: somebody collects them. */
  get incompleteBytes(): number {
    return this.#bodyLeft > 0 ? this.#length - this.#bodyLeft : 0
  }

  /** The most that the packet announced last may have. */
  get limit(): number {
    return this.#packets <= 1 ? this.#firstLimit : this.#limit
  }

  /**
   * False when a packet in this chunk, or begun in it, is longer than allowed or its length is
   * malformed.
   */
  accepts(chunk: Uint8Array): boolean {
    let position = 0
    while (position < chunk.length) {
      if (this.#bodyLeft > 0) {
        const step = Math.min(this.#bodyLeft, chunk.length - position)
        this.#bodyLeft -= step
        position += step
      } else if (!this.#inLength) {
        this.#inLength = true
        this.#length = 0
        this.#shift = 0
        this.#packets += 1
        position += 1
      } else if (!this.#readLengthByte(chunk[position++] ?? 0)) return false
    }
    return true
  }

  #readLengthByte(byte: number): boolean {
    this.#length += (byte & 0x7f) * 2 ** this.#shift
    this.#shift += 7
    if (byte & 0x80) return this.#shift < 28
    this.#inLength = false
    this.#bodyLeft = this.#length
    return this.#length <= this.limit
  }
}
