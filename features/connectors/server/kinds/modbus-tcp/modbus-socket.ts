import { connect, type Socket } from 'node:net'
import { ModbusTCPRequest, requests } from 'jsmodbus'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
import { ConnectorFailure, failureOf } from '../../driver.ts'

type RequestBody = ConstructorParameters<typeof ModbusTCPRequest>[4]

/** Bytes before the unit of a message: number, protocol, and how many follow. */
const headerBytes = 6
/** The longest message of the protocol, without them. */
const maximumLength = 254
/** Answers that nobody asked for, in a row, after which the other side is not understood. */
const maximumUnasked = 100

/** The unit refused a request. */
export class ModbusException extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exception ${code}${code in exceptionTexts ? `, ${exceptionTexts[code]}` : ''}`)
    this.name = 'ModbusException'
    this.code = code
  }
}

const exceptionTexts: Readonly<Record<number, string>> = {
  ...{ 1: 'illegal function', 2: 'illegal data address', 3: 'illegal data value' },
  ...{ 4: 'device failure', 5: 'acknowledged', 6: 'device busy', 8: 'memory parity error' },
  ...{ 10: 'gateway path unavailable', 11: 'gateway target failed to respond' },
}

/** Nobody waits for it any more: it was not sent. */
export class DeadlineExceeded extends Error {}

/** The connection had ended before its turn: it was not sent. */
export class ConnectionEnded extends ConnectorFailure {}

/** The unit did not answer in time. */
export class UnitTimeout extends Error {}

interface Pending {
  readonly id: number
  readonly unitId: number
  readonly functionCode: number
  readonly resolve: (body: Buffer) => void
  readonly reject: (error: Error) => void
}

/**
 * A connection to a Modbus TCP server: one request at a time, as gateways to serial lines ask for,
 * for whichever units are behind it. An answer that comes too late is that of nobody.
 */
export class ModbusSocket {
  readonly #socket: Socket
  readonly #timeoutMs: number
  readonly #queue = new SerialQueue()
  #received: Buffer = Buffer.alloc(0)
  #pending: Pending | null = null
  #lastId = 0
  #unasked = 0
  /** Rejects when the connection has ended. */
  readonly ended: Promise<never>

  private constructor(socket: Socket, timeoutMs: number) {
    this.#socket = socket
    this.#timeoutMs = timeoutMs
    this.ended = new Promise((_resolve, reject) => {
      let failure: Error = new ConnectorFailure('connection_lost')
      socket.on('error', (error) => (failure = error))
      socket.once('close', () => {
        this.#pending?.reject(failure)
        reject(failure)
      })
    })
    // Whoever waits for it sees it; there may be nobody yet.
    this.ended.catch(() => undefined)
    socket.on('data', (data) => this.#receive(data))
  }

  /** Resolves when it is connected. */
  static async open(
    { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
    signal: AbortSignal,
  ): Promise<ModbusSocket> {
    const socket = connect({
      host,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
      signal,
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    return new ModbusSocket(socket, timeoutMs)
  }

  /**
   * The body of the answer, from its function code on. Rejects with `ModbusException`,
   * `UnitTimeout`, or why the connection ended; what was not sent with `ConnectionEnded`, or with
   * `DeadlineExceeded` where its turn came after the deadline (ms UTC).
   */
  async request(unitId: number, body: RequestBody, deadline = Infinity): Promise<Buffer> {
    return this.#queue.run(async () => {
      if (Date.now() > deadline) throw new DeadlineExceeded()
      return this.#exchange(unitId, body)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  async #exchange(unitId: number, body: RequestBody): Promise<Buffer> {
    if (this.#socket.destroyed) return this.ended.catch(refuseToSend)
    this.#lastId = (this.#lastId + 1) % 65_536
    const id = this.#lastId
    const message = new ModbusTCPRequest(id, 0, body.byteCount + 1, unitId, body).createPayload()
    const answer = new Promise<Buffer>((resolve, reject) => {
      this.#pending = { id, unitId, functionCode: body.fc, resolve, reject }
    })
    this.#socket.write(message)
    const timer = setTimeout(
      () => this.#pending?.reject(new UnitTimeout(`unit ${unitId} did not answer`)),
      this.#timeoutMs,
    )
    try {
      return await answer
    } finally {
      clearTimeout(timer)
      this.#pending = null
    }
  }

  #receive(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data])
    while (this.#received.length > headerBytes) {
      const protocol = this.#received.readUInt16BE(2)
      const length = this.#received.readUInt16BE(4)
      if (protocol !== 0 || length < 3 || length > maximumLength)
        return this.#fail('what came is no message of Modbus TCP')
      if (this.#received.length < headerBytes + length) return
      const id = this.#received.readUInt16BE(0)
      const body = this.#received.subarray(headerBytes, headerBytes + length)
      this.#received = this.#received.subarray(headerBytes + length)
      this.#answer(id, body[0] ?? 0, body.subarray(1))
    }
  }

  #answer(id: number, unitId: number, body: Buffer): void {
    const pending = this.#pending
    if (!pending || pending.id !== id || pending.unitId !== unitId) {
      // Most likely the answer to a request that nobody waits for any more.
      if (++this.#unasked > maximumUnasked) this.#fail('answers came that nobody asked for')
      return
    }
    this.#unasked = 0
    const functionCode = body[0] ?? 0
    if (functionCode === pending.functionCode) pending.resolve(Buffer.from(body))
    else if (functionCode === pending.functionCode + 0x80)
      pending.reject(new ModbusException(body[1] ?? 0))
    else this.#fail(`function ${functionCode} was answered to function ${pending.functionCode}`)
  }

  #fail(detail: string): void {
    this.#received = Buffer.alloc(0)
    this.#socket.destroy(new ConnectorFailure('not_understood', detail))
  }
}

function refuseToSend(cause: unknown): never {
  const { code, detail } = failureOf(cause)
  throw new ConnectionEnded(code, detail, { cause })
}

export { requests as modbusRequests }
