import type { Catalogue } from '#kit/server/catalogue.ts'
import type { LiveConnection } from './live-connection.ts'
import { visibleDevices, mayWatch } from './scope.ts'

type Lookups = Pick<Catalogue, 'maySeeSensor' | 'sensor' | 'visibleDeviceIds'>

/** Which open sockets watch which sensors, as far as these are open to their people. */
export class Subscriptions {
  readonly #catalogue: Lookups
  readonly #watchers = new Map<number, Set<LiveConnection>>()

  constructor(catalogue: Lookups) {
    this.#catalogue = catalogue
  }

  /** The connections that watch a sensor. */
  watchersOf(sensorId: number): Iterable<LiveConnection> {
    return this.#watchers.get(sensorId) ?? []
  }

  /**
   * Makes a connection watch those of the sensors that are open to its person, and nothing else; of
   * the others it is sent that they are closed.
   */
  replace(connection: LiveConnection, sensorIds: readonly number[]): void {
    this.remove(connection)
    const { open = [], closed = [] } = Object.groupBy(sensorIds, (id) =>
      mayWatch(this.#catalogue, connection, id) ? 'open' : 'closed',
    )
    connection.subscribe(open)
    connection.closeSensors(closed)
    for (const id of connection.subscribed) {
      const watchers = this.#watchers.get(id) ?? new Set()
      this.#watchers.set(id, watchers.add(connection))
    }
  }

  /** Ends the subscriptions to what is no longer open to the person. */
  restrict(connection: LiveConnection): void {
    this.replace(connection, [...connection.subscribed])
    connection.retainDevices(visibleDevices(this.#catalogue, connection))
  }

  /** Ends all subscriptions of a connection. */
  remove(connection: LiveConnection): void {
    for (const id of connection.subscribed) {
      const watchers = this.#watchers.get(id)
      watchers?.delete(connection)
      if (watchers?.size === 0) this.#watchers.delete(id)
    }
  }
}
