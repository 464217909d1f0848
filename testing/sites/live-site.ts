import { once } from 'node:events'
import WebSocket from 'ws'
import type { MqttClient } from 'mqtt'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { eventually } from '#testing/eventually.ts'
import { startSite, type Site } from './site.ts'
import { ServerMessage } from '#kit/model/live/messages.ts'
import { liveVersion } from '#kit/model/live/protocol.ts'

/** A browser's end of the socket: everything that came, parsed. */
export class LiveClient {
  readonly socket: WebSocket
  readonly messages: ServerMessage[] = []
  readonly closed: Promise<number>

  constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = once(socket, 'close').then(([code]) => code as number)
    socket.on('message', (data: Buffer) =>
      this.messages.push(ServerMessage.parse(JSON.parse(data.toString()))),
    )
  }

  of<Type extends ServerMessage['type']>(type: Type): Extract<ServerMessage, { type: Type }>[] {
    return this.messages.filter(
      (message): message is Extract<ServerMessage, { type: Type }> => message.type === type,
    )
  }

  /**
   * The newest value of a sensor that came: in a frame, or in a snapshot, where a subscription is
   * answered after the value has arrived.
   */
  newest(id: number): number | string | null | undefined {
    return this.messages
      .flatMap((each) => (each.type === 'frame' || each.type === 'snapshot' ? each.readings : []))
      .findLast(([sensorId]) => sensorId === id)?.[2]
  }

  subscribe(ids: readonly number[], more: object = {}): void {
    this.socket.send(
      JSON.stringify({ version: liveVersion, type: 'subscribe', sensors: ids, ...more }),
    )
  }
}

interface ListedSensor {
  readonly id: number
  readonly key: string
}

/** A site with a pump that is bound to a person and a tank that is not. */
export class LiveSite {
  readonly site: Site
  readonly person: BrowserSession
  readonly pump: MqttClient
  readonly tank: MqttClient
  #sensors: readonly ListedSensor[] = []

  private constructor(site: Site, person: BrowserSession, pump: MqttClient, tank: MqttClient) {
    this.site = site
    this.person = person
    this.pump = pump
    this.tank = tank
  }

  static async start(): Promise<LiveSite> {
    const site = await startSite()
    const administrator = await site.signIn('admin@example.test', 'admin')
    for (const lesiId of ['pump-1', 'tank-1']) await site.addDevice(lesiId)
    const [pump, tank] = await Promise.all([site.connect('pump-1'), site.connect('tank-1')])
    const person = await site.signIn('person@example.test', 'basic')
    const live = new LiveSite(site, person, pump, tank)
    const started = { temp: 1, speed: 1, state: 'RUN' }
    await Promise.all([live.publish('pump', started), live.publish('tank', { level: 5 })])
    const binding = { id: 'pump-1', user: 'person@example.test', relation: 'admin' }
    await site.admin('device bind', binding)
    await live.listSensors(administrator)
    await eventually('the person sees the pump', async () => (await listOf(person)).length === 3)
    return live
  }

  async close(): Promise<void> {
    await Promise.all([this.pump.endAsync(true), this.tank.endAsync(true)])
    await this.site.close()
  }

  /** Publishes values of a device, acknowledged. */
  async publish(device: 'pump' | 'tank', values: object, ts = Date.now()): Promise<void> {
    const text = JSON.stringify({ ts, values })
    await this[device].publishAsync(`warroom/v1/${device}-1/telemetry`, text, { qos: 1 })
  }

  /** Adds the sensors that `session` may see to those that `sensor` finds. */
  async listSensors(session: BrowserSession): Promise<readonly ListedSensor[]> {
    this.#sensors = [...(await listOf(session)), ...this.#sensors]
    return this.#sensors
  }

  get sensorIds(): readonly number[] {
    return this.#sensors.map(({ id }) => id)
  }

  /** The id of the sensor with this key. */
  sensor(key: string): number {
    const found = this.#sensors.find((listed) => listed.key === key)
    if (!found) throw new Error(`no sensor ${key} among ${JSON.stringify(this.#sensors)}`)
    return found.id
  }

  openSocket(
    session: BrowserSession | null,
    headers: Readonly<Record<string, string>> = {},
  ): WebSocket {
    const cookie = session ? { cookie: session.cookieHeader } : {}
    return new WebSocket(`${this.site.server.url.replace('http', 'ws')}/api/live`, {
      headers: { ...cookie, ...headers },
    })
  }

  /** A client that has its snapshot of these sensors. */
  async listen(
    ids: readonly number[],
    more: object = {},
    session = this.person,
  ): Promise<LiveClient> {
    const client = new LiveClient(this.openSocket(session))
    await once(client.socket, 'open')
    client.subscribe(ids, more)
    await eventually('the snapshot is here', () => client.of('snapshot').length > 0)
    return client
  }
}

async function listOf(session: BrowserSession): Promise<readonly ListedSensor[]> {
  return (await session.json<{ data: readonly ListedSensor[] }>('GET', '/api/sensors')).data
}
