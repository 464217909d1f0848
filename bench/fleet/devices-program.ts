import { once } from 'node:events'
import { connect, type MqttClient } from 'mqtt'

/** Asks for devices that stay connected, and publish each at even distances. */
export interface FleetTask {
  readonly mqttUrl: string
  readonly devices: readonly { readonly lesiId: string; readonly token: string }[]
  readonly intervalMs: number
  readonly valuesPerMessage: number
}

/** What the fleet answers each time it is asked after that. */
export interface FleetState {
  readonly connected: number
  /** ms UTC at which the last of those that are connected was let in. */
  readonly lastConnectedAt: number
  /** Times that a connection was tried, since the start. */
  readonly attempts: number
  readonly acknowledgedReadings: number
  /** Published and not acknowledged yet: the client sends them again after a loss. */
  readonly openMessages: number
}

/** New connections that are begun at once at the start; after a loss the clients go their way. */
const openedAtOnce = 50

class Fleet {
  readonly #task: FleetTask
  readonly #clients: { readonly client: MqttClient; readonly lesiId: string }[] = []
  readonly #timers: NodeJS.Timeout[] = []
  #connected = 0
  #lastConnectedAt = 0
  #attempts = 0
  #published = 0
  #acknowledged = 0

  constructor(task: FleetTask) {
    this.#task = task
  }

  state(): FleetState {
    return {
      connected: this.#connected,
      lastConnectedAt: this.#lastConnectedAt,
      attempts: this.#attempts,
      acknowledgedReadings: this.#acknowledged * this.#task.valuesPerMessage,
      openMessages: this.#published - this.#acknowledged,
    }
  }

  async open(): Promise<void> {
    const waiting = [...this.#task.devices]
    const openNext = async () => {
      for (let device = waiting.shift(); device; device = waiting.shift()) await this.#open(device)
    }
    await Promise.all(Array.from({ length: openedAtOnce }, openNext))
    this.#clients.forEach(({ client, lesiId }, index) => {
      const { intervalMs, devices } = this.#task
      const begin = () =>
        this.#timers.push(setInterval(() => this.#publish(client, lesiId), intervalMs))
      this.#timers.push(setTimeout(begin, (index * intervalMs) / devices.length))
    })
  }

  /** Publishes nothing more. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** As the client comes: a second between one try to connect and the next. */
  async #open({ lesiId, token }: FleetTask['devices'][number]): Promise<void> {
    this.#attempts++
    const options = { username: lesiId, password: token, clientId: lesiId }
    const client = connect(this.#task.mqttUrl, options)
    this.#clients.push({ client, lesiId })
    let isConnected = false
    client.on('connect', () => {
      isConnected = true
      this.#connected++
      this.#lastConnectedAt = Date.now()
    })
    client.on('close', () => {
      if (isConnected) this.#connected--
      isConnected = false
    })
    client.on('reconnect', () => void this.#attempts++)
    // A lost connection is part of what is measured.
    client.on('error', () => {})
    await new Promise<void>((resolve) => client.once('connect', () => resolve()))
  }

  #publish(client: MqttClient, lesiId: string): void {
    // What a device measures while it has no connection is not part of this benchmark.
    if (!client.connected) return
    const values = Object.fromEntries(
      Array.from({ length: this.#task.valuesPerMessage }, (_, sensor) => [
        `signal-${String(sensor + 1).padStart(4, '0')}`,
        20 + ((this.#published + sensor) % 100) / 10,
      ]),
    )
    this.#published++
    const topic = `warroom/v1/${lesiId}/telemetry`
    client.publish(topic, JSON.stringify({ ts: Date.now(), values }), { qos: 1 }, (error) => {
      if (!error) this.#acknowledged++
    })
  }
}

const [task] = (await once(process, 'message')) as [FleetTask]
const fleet = new Fleet(task)
await fleet.open()
process.on('message', ({ stop }: { stop?: boolean }) => {
  if (stop === true) fleet.stop()
  process.send?.(fleet.state())
})
process.on('disconnect', () => process.exit(0))
process.send?.(fleet.state())
