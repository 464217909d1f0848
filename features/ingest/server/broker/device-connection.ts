import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Budget, Excess } from '#kit/server/budget/budget.ts'
import type { RateLimiter } from '#kit/server/budget/rate-limiter.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { PresentedCertificate } from '#kit/server/devices/device-certificates.ts'
import { networkSource } from '#kit/server/process/network-source.ts'
import { maximumConnectBytes, maximumPacketBytes } from '../../contract/limits.ts'
import { ConnectionBudget } from './connection/connection-budget.ts'
import { FirstPacket } from './connection/first-packet.ts'
import { FrameGuard } from '#kit/server/mqtt/frame-guard.ts'
import { presentedCertificate } from './tls/tls-listener.ts'
import { reasonCodes } from './mqtt5/reason-codes.ts'
import { Mqtt5Translation } from './mqtt5/translation.ts'
import type { Admission } from './connection/connection-admission.ts'
import type { Refusals } from '../refusals/refusals.ts'

export interface ConnectionServices {
  readonly budget: Budget
  readonly refusals: Refusals
  readonly logger: Logger
}

/** What is wrong with a CONNECT besides its credentials, and the return code of its CONNACK. */
export interface ConnectProblem {
  readonly field: string
  readonly reason: string
  readonly returnCode: number
}

/**
 * One MQTT connection: whose it is, and what it holds of the budget. Until somebody has signed in,
 * it counts for the address that it comes from, then for the device. All of it is given back when
 * the connection ends.
 */
export class DeviceConnection {
  readonly address: string
  /** What the client has shown at the port with TLS. */
  readonly certificate: PresentedCertificate | null
  readonly budget: ConnectionBudget
  device: CatalogueDevice | null = null
  connectProblem: ConnectProblem | null = null
  willBytes = 0
  /** Its place among the connections of its address. */
  admission: Admission | null = null
  /** Called while bytes of a packet come that nobody collects: the sender is alive. */
  onSkip: () => void = () => undefined
  /** Called when the broker has dealt with a SUBSCRIBE or an UNSUBSCRIBE. */
  onSubscriptions: () => void = () => undefined
  /** For how many seconds the retained message of a topic means anything; undefined: for ever. */
  retainedSeconds: (topic: string) => number | undefined = () => undefined
  readonly #services: ConnectionServices
  /** Bytes that a sender may send; who is faster waits. */
  readonly #bytes: RateLimiter
  readonly #connection: Duplex
  #waiting: NodeJS.Timeout | null = null
  /** Absent unless the client speaks MQTT 5. */
  #translation: Mqtt5Translation | null = null

  constructor(
    services: ConnectionServices,
    bytes: RateLimiter,
    connection: Duplex,
    address: string,
  ) {
    this.#services = services
    this.#connection = connection
    this.#bytes = bytes
    this.address = address
    this.certificate = presentedCertificate(connection)
    this.budget = new ConnectionBudget(services.budget)
    connection.once('close', () => {
      this.admission?.leave()
      this.budget.end()
      if (this.#waiting) clearTimeout(this.#waiting)
    })
  }

  /**
   * Takes a place for the sender's address, and looks at what comes in before anybody collects it.
   * False when there is no place.
   */
  open(): boolean {
    const excess = this.budget.moveTo(`address ${networkSource(this.address)}`, 0)
    if (excess !== null) this.end('connection', tooManyConnections[excess])
    else this.#guard()
    return excess === null
  }

  /** What MQTT 5 says to the client beyond MQTT 3.1.1; null for a client of 3.1.1. */
  get translation(): Mqtt5Translation | null {
    return this.#translation
  }

  /** Lists the reason and ends the connection. */
  end(field: string, reason: string): void {
    this.refuse(field, reason)
    const isTooLong = field === 'packet' && reason.startsWith('is longer')
    const { packetTooLarge, quotaExceeded } = reasonCodes
    this.#translation?.disconnect(isTooLong ? packetTooLarge : quotaExceeded, reason)
    this.#connection.destroy()
  }

  /** Lists and logs what was refused on this connection. */
  refuse(field: string, reason: string): void {
    const { refusals, logger } = this.#services
    const { address } = this
    const lesiId = this.device?.lesiId ?? null
    const isNew = refusals.add({ source: 'MQTT', lesiId, address, field, reason })
    logger[isNew ? 'info' : 'debug']({ device: lesiId, address, field, reason }, 'MQTT refused')
  }

  #guard(): void {
    const frames = new FrameGuard(maximumPacketBytes, maximumConnectBytes)
    const first = new FirstPacket()
    const read = this.#connection.read.bind(this.#connection)
    this.#connection.read = (size?: number) => {
      const ready = this.#translation?.takeForBroker()
      if (ready && ready.length > 0) return ready
      while (!this.#waiting) {
        const chunk: unknown = read(size)
        if (!(chunk instanceof Uint8Array)) return chunk
        const source = this.device?.lesiId ?? `address ${networkSource(this.address)}`
        this.#wait(this.#bytes.take(source, chunk.length))
        const passed = this.#accepted(chunk, first, frames)
        if (passed === null || passed.length > 0) return passed
      }
      return null
    }
  }

  /** Reads nothing for so long: the sender's own window fills, and it waits. */
  #wait(delayMs: number): void {
    if (delayMs === 0 || this.#connection.destroyed) return
    this.#waiting = setTimeout(() => {
      this.#waiting = null
      this.#connection.emit('readable')
    }, delayMs)
  }

  /** What of the chunk goes on to the parser; null when the connection ends. */
  #accepted(chunk: Uint8Array, first: FirstPacket, frames: FrameGuard): Uint8Array | null {
    if (this.#connection.destroyed || this.#connection.writableEnded) return null
    const unsupported = first.read(chunk)
    if (unsupported) {
      this.refuse('protocol', unsupported.reason)
      this.#connection.end(unsupported.answer ?? '', () => this.#connection.destroy())
      return null
    }
    const passed = frames.pass(first.release(chunk))
    if (first.isMqtt5) this.#translation ??= this.#translate()
    if (passed === null) {
      this.end('packet', `is longer than ${frames.limit} bytes`)
      return null
    }
    if (frames.isSkipping) this.onSkip()
    const excess = this.budget.countIncomplete(frames.incompleteBytes)
    if (excess !== null) this.end('packet', tooManyBytes[excess])
    if (excess !== null) return null
    return this.#translation ? this.#translation.incoming(passed) : passed
  }

  /** From here on the client is spoken to in MQTT 5, while the broker speaks 3.1.1. */
  #translate(): Mqtt5Translation {
    const connection = this.#connection
    const write = connection.write.bind(connection) as (bytes: Buffer) => boolean
    const translation = new Mqtt5Translation({
      write,
      end: (field, reason) => {
        this.refuse(field, reason)
        connection.end(() => connection.destroy())
      },
      lose: () => connection.destroy(),
      wake: () => setImmediate(() => connection.emit('readable')),
      retainedSeconds: (topic) => this.retainedSeconds(topic),
    })
    connection.write = (chunk: Uint8Array | string) => {
      const bytes = translation.outgoing(Buffer.from(chunk as string))
      return bytes.length === 0 || write(bytes)
    }
    return translation
  }
}

const tooManyConnections: Readonly<Record<Excess, string>> = {
  share: 'too many connections of this address have not signed in yet',
  total: 'too many connections are open',
}

export const tooManyBytes: Readonly<Record<Excess, string>> = {
  share: 'too many bytes of this sender are under way',
  total: 'too many bytes are under way',
}
