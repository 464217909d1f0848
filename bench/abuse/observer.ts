import { readFileSync } from 'node:fs'
import { connectAsync, type MqttClient } from 'mqtt'
import { WebSocket } from 'ws'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { eventually } from '#testing/eventually.ts'
import { person, type BenchServer, type Credential } from '../kit/server.ts'

const publishEveryMs = 50
const queryEveryMs = 250
const memoryEveryMs = 100
const sensorKey = 'witness'

/**
 * What a well-behaved device, a viewer and a small query met with, and the server's memory, while
 * it was watched.
 */
export interface Observations {
  /** ms from publish to PUBACK; a message that was not acknowledged counts until the end. */
  readonly acknowledged: number[]
  /** ms from publish to the frame at the viewer. */
  readonly shown: number[]
  /** ms of a report of one sensor. */
  readonly queried: number[]
  readonly failedQueries: number
  readonly peakBytes: number
}

/** A device, a person and a query that behave, and see how the server does. */
export class Observer {
  readonly #server: BenchServer
  readonly #device: Credential
  readonly #session: BrowserSession
  readonly #client: MqttClient
  readonly #socket: WebSocket
  readonly #sentAt = new Map<number, number>()
  readonly #timers: NodeJS.Timeout[]
  #number = 0
  #querying = false
  #observations = newObservations()

  private constructor(
    server: BenchServer,
    device: Credential,
    session: BrowserSession,
    client: MqttClient,
    socket: WebSocket,
  ) {
    this.#server = server
    this.#device = device
    this.#session = session
    this.#client = client
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#receive(data.toString()))
    this.#timers = [
      setInterval(() => this.#publish(), publishEveryMs),
      setInterval(() => void this.#query(), queryEveryMs),
      setInterval(() => this.#measureMemory(), memoryEveryMs),
    ]
  }

  static async start(server: BenchServer, device: Credential): Promise<Observer> {
    const { lesiId, token } = device
    const client = await connectAsync(server.mqttUrl, {
      username: lesiId,
      password: token,
      reconnectPeriod: 250,
    })
    client.on('error', () => undefined)
    await client.publishAsync(
      `warroom/v1/${lesiId}/telemetry`,
      JSON.stringify({ values: { [sensorKey]: 0 } }),
      { qos: 1 },
    )
    const session = await new BrowserSession(server.url).signIn(person.email, person.password)
    const headers = { cookie: session.cookieHeader }
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, { headers })
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('open', resolve))
    const sensorId = await sensorOf(session, lesiId)
    socket.send(JSON.stringify({ version: 1, type: 'subscribe', sensors: [sensorId] }))
    return new Observer(server, device, session, client, socket)
  }

  /** Observations from the last call of this until now. */
  take(): Observations {
    const observations = this.#observations
    for (const [number, at] of this.#sentAt) {
      const waited = performance.now() - at
      if (waited > 5_000) observations.shown.push(waited)
      if (waited > 60_000) this.#sentAt.delete(number)
    }
    this.#observations = newObservations()
    return observations
  }

  residentBytes(): number {
    return (
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#server.pid}/status`, 'utf8'))?.[1]) *
      1024
    )
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#socket.terminate()
    this.#client.end(true)
  }

  #publish(): void {
    const number = ++this.#number
    const at = performance.now()
    this.#sentAt.set(number, at)
    const document = JSON.stringify({ ts: Date.now(), values: { [sensorKey]: number } })
    this.#client.publish(`warroom/v1/${this.#device.lesiId}/telemetry`, document, { qos: 1 }, () =>
      this.#observations.acknowledged.push(performance.now() - at),
    )
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as {
      readonly type: string
      readonly readings?: readonly (readonly number[])[]
    }
    if (message.type !== 'frame') return
    const now = performance.now()
    for (const [, , newest = 0] of message.readings ?? []) {
      const at = this.#sentAt.get(newest)
      if (at === undefined) continue
      this.#observations.shown.push(now - at)
      // A frame carries the newest value: those before it were overtaken.
      for (const number of this.#sentAt.keys()) if (number <= newest) this.#sentAt.delete(number)
    }
  }

  async #query(): Promise<void> {
    if (this.#querying) return
    this.#querying = true
    const at = performance.now()
    try {
      await this.#session.json(
        'GET',
        `/api/scada/report/${this.#device.lesiId}/${sensorKey}/today?width=100`,
      )
    } catch {
      this.#observations.failedQueries += 1
    }
    this.#observations.queried.push(performance.now() - at)
    this.#querying = false
  }

  #measureMemory(): void {
    this.#observations.peakBytes = Math.max(this.#observations.peakBytes, this.residentBytes())
  }
}

type Gathering = { -readonly [Key in keyof Observations]: Observations[Key] }

function newObservations(): Gathering {
  return { acknowledged: [], shown: [], queried: [], failedQueries: 0, peakBytes: 0 }
}

async function sensorOf(session: BrowserSession, lesiId: string): Promise<number> {
  let found: number | undefined
  await eventually('the sensor is there', async () => {
    const { data } = await session.json<{ data: { id: number; key: string }[] }>(
      'GET',
      `/api/scada/sensor/config/${lesiId}`,
    )
    found = data.find(({ key }) => key === sensorKey)?.id
    return found !== undefined
  })
  return found ?? 0
}
