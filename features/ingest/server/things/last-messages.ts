import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'

/** What of a message is stored. */
export const maximumRawBytes = 1_000
/** Devices whose last message is stored: 10 MB at most. */
const maximumDevices = 10_000
const minimumBuffer = 128

interface LastMessage {
  time: number
  source: string
  bytes: number
  /** Where the start of it is; null: it was no text of its own. */
  buffer: Buffer | null
  length: number
}

/** The last message of each device as it came, in memory; of long ones the start. */
export class LastMessages {
  readonly #clock: Clock
  readonly #byDevice = new Map<number, LastMessage>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `text`: null for what another protocol's adapter has understood already. */
  add(deviceId: number, source: string, bytes: number, text: Uint8Array | null): void {
    const present = this.#byDevice.get(deviceId)
    if (!present && this.#byDevice.size >= maximumDevices) this.#removeFirst()
    const last = present ?? { time: 0, source, bytes, buffer: null, length: 0 }
    last.time = this.#clock()
    last.source = source
    last.bytes = bytes
    last.length = text === null ? -1 : Math.min(text.length, maximumRawBytes)
    // A copy in the same place each time: a slice would hold whatever the message came in.
    if (text !== null) {
      if (last.buffer === null || last.buffer.length < last.length)
        last.buffer = Buffer.allocUnsafeSlow(
          Math.min(maximumRawBytes, Math.max(minimumBuffer, last.length * 2)),
        )
      last.buffer.set(text.subarray(0, last.length))
    }
    if (!present) this.#byDevice.set(deviceId, last)
  }

  get(deviceId: number): { time: number; source: string; bytes: number } | null {
    const last = this.#byDevice.get(deviceId)
    return last ? { time: last.time, source: last.source.slice(0, 300), bytes: last.bytes } : null
  }

  /** Its start as text; null where there is none. */
  rawOf(deviceId: number): string | null {
    const last = this.#byDevice.get(deviceId)
    if (!last?.buffer || last.length < 0) return null
    const text = last.buffer.toString('utf8', 0, last.length)
    // It may end within a character.
    return last.bytes > last.length ? `${text.replace(/\uFFFD+$/, '')}…` : text
  }

  remove(deviceId: number): void {
    this.#byDevice.delete(deviceId)
  }

  #removeFirst(): void {
    for (const id of this.#byDevice.keys()) return void this.#byDevice.delete(id)
  }
}

/** Those of the devices that there are. */
export function lastMessagesOf({
  clock,
  bus,
  catalogue,
}: {
  readonly clock: Clock
  readonly bus: Bus
  readonly catalogue: Pick<Catalogue, 'deviceById'>
}): LastMessages {
  const messages = new LastMessages(clock)
  bus.on('catalogueChanged', ({ changes }) => {
    for (const { deviceId } of changes)
      if (!catalogue.deviceById(deviceId)) messages.remove(deviceId)
  })
  return messages
}
