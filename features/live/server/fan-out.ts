import type { Reading } from '#kit/model/reading.ts'
import { otherEditors } from '#kit/server/board-editors.ts'
import type { BoardChange, DeviceChange } from '#kit/server/bus.ts'
import type { LiveDevice } from '#kit/model/live/messages.ts'
import { CatalogueFeed } from './catalogue-feed.ts'
import { readingText } from './frame-text.ts'
import type { LiveConnection } from './live-connection.ts'
import { visibleDevices } from './scope.ts'
import type { LiveServices } from './services.ts'
import type { Subscriptions } from './subscriptions.ts'

/** A message of a client was under way for less. */
const inProgressMs = 2_000

/** The way of a change of readings, devices and sensors to the sockets that it concerns. */
export class FanOut {
  readonly #catalogue: LiveServices['catalogue']
  readonly #subscriptions: Subscriptions
  readonly #feeds = new Map<LiveConnection, CatalogueFeed>()
  /** Connections that are for one board: of the catalogue they get what that board shows. */
  readonly #scoped = new Set<LiveConnection>()
  readonly #stops: readonly (() => void)[]
  /** When devices, sensors or boards changed last. */
  #changedAt = -Infinity

  constructor(
    { bus, catalogue }: Pick<LiveServices, 'bus' | 'catalogue'>,
    subscriptions: Subscriptions,
  ) {
    this.#catalogue = catalogue
    this.#subscriptions = subscriptions
    this.#stops = [
      bus.on('current', ({ readings }) => this.#sendReadings(readings)),
      bus.on('deviceStatus', ({ deviceId, status, since }) =>
        this.#sendDevice([deviceId, status, since]),
      ),
      bus.on('alarmsChanged', ({ deviceIds }) => this.#sendAlarms(deviceIds)),
      bus.on('boardChanged', (change) => {
        this.#changedAt = performance.now()
        this.#sendBoard(change)
      }),
      bus.on('annotationsChanged', ({ deviceId, sensorId }) => {
        for (const feed of this.#feeds.values()) feed.annotate(deviceId, sensorId)
      }),
      bus.on('visibilityChanged', () => {
        this.#changedAt = performance.now()
      }),
      bus.on('catalogueChanged', ({ changes }) => {
        this.#changedAt = performance.now()
        this.#sendCatalogue(changes)
      }),
    ]
  }

  add(connection: LiveConnection): void {
    if (connection.scope === null)
      this.#feeds.set(connection, new CatalogueFeed(connection, this.#catalogue))
    else this.#scoped.add(connection)
  }

  /** Lists of a client, so old at most, are outdated if anything has changed since. */
  compare(connection: LiveConnection, listsAgeMs: number): void {
    if (performance.now() - this.#changedAt <= listsAgeMs + inProgressMs) connection.outdateLists()
  }

  remove(connection: LiveConnection): void {
    this.#feeds.get(connection)?.close()
    this.#feeds.delete(connection)
    this.#scoped.delete(connection)
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #sendReadings(readings: readonly Reading[]): void {
    for (const reading of readings) {
      let text: string | undefined
      for (const connection of this.#subscriptions.watchersOf(reading.sensorId)) {
        text ??= readingText(reading)
        connection.change(reading.sensorId, text)
      }
    }
  }

  #sendDevice(device: LiveDevice): void {
    for (const connection of [...this.#feeds.keys(), ...this.#scoped]) {
      if (visibleDevices(this.#catalogue, connection).has(device[0]))
        connection.changeDevice(device)
    }
  }

  #sendBoard({ boardId, version, editors, isOnlyEditors, audience }: BoardChange): void {
    const change = { id: boardId, boardVersion: version, isOnlyEditors }
    for (const connection of this.#scoped)
      if (connection.scope?.boardId === boardId && !isOnlyEditors)
        connection.changeBoard({ ...change, editors: [] })
    for (const connection of this.#feeds.keys()) {
      const { caller } = connection
      const { userId, roles } = caller
      const isOfAudience =
        audience.userIds.includes(userId) || roles.some((role) => audience.roles.includes(role))
      if (!isOfAudience) continue
      connection.changeBoard({ ...change, editors: otherEditors(editors, caller) })
    }
  }

  /** What is open by a link shows no alarms. */
  #sendAlarms(deviceIds: ReadonlySet<number>): void {
    for (const connection of this.#feeds.keys()) {
      const visible = this.#catalogue.visibleDeviceIds(connection.caller)
      if ([...deviceIds].some((id) => visible.has(id))) connection.changeAlarms()
    }
  }

  #sendCatalogue(changes: readonly DeviceChange[]): void {
    const mayClose = changes.some(
      ({ isDeviceChanged, removedSensors }) => isDeviceChanged || removedSensors.length > 0,
    )
    const changed = new Set(changes.map(({ deviceId }) => deviceId))
    for (const connection of this.#scoped) {
      if (mayClose) this.#subscriptions.restrict(connection)
      const shown = visibleDevices(this.#catalogue, connection)
      if ([...changed].some((deviceId) => shown.has(deviceId))) connection.changeCatalogue()
    }
    for (const [connection, feed] of this.#feeds) {
      if (mayClose) this.#subscriptions.restrict(connection)
      feed.change(changes)
    }
  }
}
