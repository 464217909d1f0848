import { simulatePlant, type SimulatedDevice } from '../contract/simulation.ts'
import { sendBackfill } from './backfill-sender.ts'
import { DeviceLink } from './device-link.ts'
import { LiveDocuments } from './documents.ts'
import type { FromParent, FromSimulator, StartRequest } from './messages.ts'

const secondMs = 1_000
/** Stopping takes no longer than this, whatever the broker does. */
const stopTimeoutMs = 1_500

const send = (message: FromSimulator) => process.send?.(message)

/** A device, its connection and what it sends. */
interface Station {
  readonly device: SimulatedDevice
  readonly link: DeviceLink
  readonly documents: LiveDocuments
}

class Simulator {
  readonly #stations: readonly Station[]
  readonly #stopping = new AbortController()
  #tick: NodeJS.Timeout | undefined
  #backfilling = false
  /** Ends when the store has caught up. */
  #hold: PromiseWithResolvers<void> | null = null

  constructor({ mqttUrl, seed, zoneOffsetMs, devices }: StartRequest) {
    const credentials = new Map(devices.map((credential) => [credential.lesiId, credential]))
    this.#stations = simulatePlant({ seed, zoneOffsetMs }).flatMap((device) => {
      const credential = credentials.get(device.lesiId)
      return credential ? [station(device, mqttUrl, credential)] : []
    })
  }

  start(backfill: StartRequest['backfill']): void {
    this.#backfilling = backfill !== null
    this.#everySecond()
    if (backfill) void this.#backfill(backfill)
  }

  async #backfill(range: NonNullable<StartRequest['backfill']>): Promise<void> {
    const links = new Map(this.#stations.map(({ device, link }) => [device, link]))
    const linkOf = (device: SimulatedDevice) =>
      links.get(device) ?? { connected: false, refused: true, send: () => Promise.resolve(false) }
    const devices = this.#stations.map(({ device }) => device)
    const onProgress = (
      progress: Parameters<Parameters<typeof sendBackfill>[0]['onProgress']>[0],
    ) => send({ type: 'progress', ...progress })
    try {
      const readings = await sendBackfill({
        devices,
        linkOf,
        range,
        onProgress,
        admission: async () => this.#hold?.promise,
        signal: this.#stopping.signal,
      })
      send({ type: 'done', readings })
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error
    } finally {
      this.#backfilling = false
    }
  }

  hold(isHeld: boolean): void {
    this.#hold?.resolve()
    this.#hold = isHeld ? Promise.withResolvers() : null
  }

  #everySecond(): void {
    const now = Date.now()
    const second = Math.floor(now / secondMs) * secondMs
    for (const each of this.#stations) this.#play(each, second)
    this.#tick = setTimeout(() => this.#everySecond(), second + secondMs - now)
  }

  #play({ device, link, documents }: Station, second: number): void {
    if (!device.isOut(second)) {
      link.open()
      const document = documents.at(second)
      if (document !== null) link.sendLive(document)
      // History travels over the same connection: an outage waits for its end.
    } else if (this.#backfilling) link.open()
    else link.drop()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#tick)
    this.#stopping.abort()
    this.hold(false)
    setTimeout(() => process.exit(0), stopTimeoutMs)
    await Promise.allSettled(this.#stations.map(({ link }) => link.close()))
    process.exit(0)
  }
}

function station(
  device: SimulatedDevice,
  mqttUrl: string,
  credential: StartRequest['devices'][number],
): Station {
  const documents = new LiveDocuments(device)
  const link = new DeviceLink({
    mqttUrl,
    credential,
    onConnect: () => {
      const second = Math.floor(Date.now() / secondMs) * secondMs
      const everything = device.isOut(second) ? null : documents.at(second, true)
      if (everything !== null) link.sendLive(everything)
    },
    onRefused: (reason) =>
      send({
        type: 'log',
        level: 'warn',
        message: `The broker refused a demo device: ${reason}`,
        lesiId: device.lesiId,
      }),
  })
  return { device, link, documents }
}

let simulator: Simulator | undefined
process.on('message', (message: FromParent) => {
  if (message.type === 'stop') void (simulator ? simulator.stop() : process.exit(0))
  else if (message.type === 'hold') simulator?.hold(message.isHeld)
  else if (!simulator) {
    simulator = new Simulator(message)
    simulator.start(message.backfill)
  }
})
process.once('disconnect', () => process.exit(0))
// Ctrl-C in a terminal reaches every process of it; when to stop is the parent's to say.
process.on('SIGINT', () => undefined)
