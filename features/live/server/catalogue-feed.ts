import type { DeviceChange } from '#kit/server/bus.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { CatalogueDifference } from '#kit/model/live/messages.ts'
import { maximumDifferences } from '#kit/model/live/protocol.ts'
import type { LiveConnection } from './live-connection.ts'

/** A first change waits this long for others to travel with. */
const gatherMs = 250
/** Between two messages with differences, and after one that makes the client fetch again. */
const differenceIntervalMs = 2_000
const reloadIntervalMs = 10_000

type Connection = Pick<LiveConnection, 'caller' | 'changeCatalogue' | 'drain' | 'send'>
type Lookups = Pick<Catalogue, 'deviceById' | 'sensor' | 'sensorCount' | 'visibleDeviceIds'>

/**
 * Changes of the catalogue that one client has yet to receive: ids of what changed, gathered, and
 * looked up when they leave. Of more than `maximumDifferences` nothing is held but that there are
 * too many: the client is asked to fetch what it shows again.
 */
export class CatalogueFeed {
  readonly #connection: Connection
  readonly #catalogue: Lookups
  readonly #sensors = new Set<number>()
  readonly #devices = new Set<number>()
  readonly #annotated = new Set<number>()
  #isTooMuch = false
  #isFlushing = false
  #timer: NodeJS.Timeout | undefined
  #notBefore = -Infinity

  constructor(connection: Connection, catalogue: Lookups) {
    this.#connection = connection
    this.#catalogue = catalogue
  }

  /** Takes what concerns this client. */
  change(changes: readonly DeviceChange[]): void {
    const { caller } = this.#connection
    const visible = this.#catalogue.visibleDeviceIds(caller)
    for (const { deviceId, changedSensors, removedSensors } of changes) {
      const isGone = this.#catalogue.deviceById(deviceId) === undefined
      // A device that is gone reaches whom it was bound to as the end of their binding.
      if (!(isGone ? isAdministrator(caller) : visible.has(deviceId))) continue
      this.#devices.add(deviceId)
      if (!this.#isTooMuch)
        for (const sensorId of [...changedSensors, ...removedSensors]) this.#sensors.add(sensorId)
      this.#limit()
    }
    if (this.#isTooMuch || this.#devices.size > 0) this.#schedule()
  }

  /** Other annotations are there of a sensor. */
  annotate(deviceId: number, sensorId: number): void {
    if (!this.#catalogue.visibleDeviceIds(this.#connection.caller).has(deviceId)) return
    this.#annotated.add(sensorId)
    this.#limit()
    this.#schedule()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#isFlushing = true
    this.#clear()
  }

  #limit(): void {
    const count = this.#devices.size + this.#sensors.size + this.#annotated.size
    if (count > maximumDifferences) this.#isTooMuch = true
    if (this.#isTooMuch) this.#clear()
  }

  #clear(): void {
    this.#annotated.clear()
    this.#sensors.clear()
    this.#devices.clear()
  }

  #schedule(): void {
    if (this.#timer || this.#isFlushing) return
    const wait = Math.max(gatherMs, this.#notBefore - performance.now())
    this.#timer = setTimeout(() => void this.#flush(), wait)
    this.#timer.unref()
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    this.#isFlushing = true
    // A client that does not read gets no differences but, when it reads again, those of that
    // moment.
    if (!(await this.#connection.drain())) return
    this.#isFlushing = false
    if (this.#isTooMuch) this.#connection.changeCatalogue()
    else this.#connection.send({ type: 'difference', ...this.#difference() })
    this.#notBefore =
      performance.now() + (this.#isTooMuch ? reloadIntervalMs : differenceIntervalMs)
    this.#isTooMuch = false
    this.#clear()
  }

  /** The present state of what changed, as far as the client may see it at this moment. */
  #difference(): Pick<
    CatalogueDifference,
    'sensors' | 'removedSensors' | 'devices' | 'removedDevices' | 'annotatedSensors'
  > {
    const { sensor, sensorCount, deviceById, visibleDeviceIds } = this.#catalogue
    const visible = visibleDeviceIds(this.#connection.caller)
    const [sensors, removedSensors] = lookUp(this.#sensors, sensor)
    const [devices, removedDevices] = lookUp(this.#devices, deviceById)
    return {
      sensors: sensors.filter(({ deviceId }) => visible.has(deviceId)),
      removedSensors,
      devices: devices
        .filter(({ id }) => visible.has(id))
        .map(({ id, lesiId, name }) => ({ id, lesiId, name, sensorCount: sensorCount(id) })),
      removedDevices,
      annotatedSensors: [...this.#annotated].filter((id) => visible.has(sensor(id)?.deviceId ?? 0)),
    }
  }
}

/** What these ids name, and those that name nothing any more. */
function lookUp<Item>(
  ids: Iterable<number>,
  find: (id: number) => Item | undefined,
): readonly [Item[], number[]] {
  const found: Item[] = []
  const missing: number[] = []
  for (const id of ids) {
    const item = find(id)
    if (item === undefined) missing.push(id)
    else found.push(item)
  }
  return [found, missing]
}
