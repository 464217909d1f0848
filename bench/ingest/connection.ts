import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Credential } from '../kit/server.ts'
import { connectPacket, PacketReader, PublishTemplate } from './packets.ts'

export interface Target {
  readonly host: string
  readonly port: number
}

const connack = 2
const puback = 4
const reconnectMs = 100

/**
 * One device: a connection, and up to `window` messages under way on it. Comes back after a loss
 * and sends again what was open.
 */
export class DeviceConnection {
  /**
   * Called for every PUBACK with the time (ms UTC) that the message carried and the moment that it
   * was due.
   */
  onAcknowledged: (time: number, dueAt: number) => void = () => {}
  readonly #target: Target
  readonly #credential: Credential
  readonly #templates: readonly PublishTemplate[]
  readonly #times: Float64Array
  readonly #due: Float64Array
  readonly #free: number[]
  #socket: Socket | null = null
  #open = false
  #closed = false
  #lastTime = 0
  #outbox: Buffer[] = []

  constructor(target: Target, credential: Credential, window: number, values: number) {
    this.#target = target
    this.#credential = credential
    const topic = `warroom/v1/${credential.lesiId}/telemetry`
    this.#templates = Array.from({ length: window }, () => new PublishTemplate(topic, values))
    this.#times = new Float64Array(window)
    this.#due = new Float64Array(window)
    this.#free = Array.from({ length: window }, (_, index) => index)
  }

  get inFlight(): number {
    return this.#templates.length - this.#free.length
  }

  get hasRoom(): boolean {
    return this.#open && this.#free.length > 0
  }

  /** Resolves when the broker has accepted the device. */
  async open(): Promise<void> {
    while (!this.#closed && !(await this.#tryOpen())) await delay(reconnectMs)
  }

  close(): void {
    this.#closed = true
    this.#socket?.destroy()
  }

  /** The newest time of a message, ms UTC; above 1,000 messages/s it is ahead of the clock. */
  get lastTime(): number {
    return this.#lastTime
  }

  /** Times of the messages that wait for their acknowledgement. */
  openTimes(): number[] {
    const free = new Set(this.#free)
    return [...this.#times].filter((_, slot) => !free.has(slot))
  }

  /** Puts one message into the outbox; it counts from `dueAt` (performance.now()). Needs room. */
  add(dueAt: number, random: () => number): void {
    const slot = this.#free.pop()
    const template = slot === undefined ? undefined : this.#templates[slot]
    if (slot === undefined || !template) throw new Error('no room in the window')
    // A device's readings must differ in time, or they would be the same reading.
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1)
    template.fill(slot + 1, this.#lastTime, random)
    this.#times[slot] = this.#lastTime
    this.#due[slot] = dueAt
    this.#outbox.push(template.buffer)
  }

  /** Writes the outbox in one piece. */
  flush(): void {
    if (this.#outbox.length === 0) return
    // The templates are written again after their PUBACK, which cannot come before these bytes have
    // left.
    this.#socket?.write(
      this.#outbox.length === 1 ? (this.#outbox[0] ?? '') : Buffer.concat(this.#outbox),
    )
    this.#outbox = []
  }

  #tryOpen(): Promise<boolean> {
    const { lesiId, token } = this.#credential
    const reader = new PacketReader()
    const socket = connect(this.#target).setNoDelay(true)
    this.#socket = socket
    return new Promise((resolve, reject) => {
      socket.on('connect', () => socket.write(connectPacket(`bench-${lesiId}`, lesiId, token)))
      socket.on('data', (chunk) => {
        reader.read(chunk, (type, messageId, body) => {
          if (type === puback) this.#acknowledge(messageId - 1)
          else if (type === connack && body[1] === 0) {
            this.#open = true
            this.#resend()
            resolve(true)
          } else if (type === connack)
            reject(new Error(`${lesiId} was refused with code ${body[1]}`))
        })
        this.flush()
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        const wasOpen = this.#open
        this.#open = false
        this.#outbox = []
        resolve(false)
        if (wasOpen && !this.#closed) void delay(reconnectMs).then(() => this.open())
      })
    })
  }

  #acknowledge(slot: number): void {
    this.#free.push(slot)
    this.onAcknowledged(this.#times[slot] ?? 0, this.#due[slot] ?? 0)
  }

  #resend(): void {
    const free = new Set(this.#free)
    this.#templates.forEach((template, slot) => {
      if (free.has(slot)) return
      template.markDuplicate()
      this.#outbox.push(template.buffer)
    })
    this.flush()
  }
}
