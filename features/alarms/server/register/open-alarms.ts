import { keyOf, type PointName } from '../evaluation/evaluated-point.ts'
import type { StoredAlarm } from './alarm-row.ts'
import type { StoredShelf } from './shelves-store.ts'

/** Alarms that have not ended, and sources that show none, as they are stored. */
export class OpenAlarms {
  readonly #byId = new Map<number, StoredAlarm>()
  readonly #byPoint = new Map<string, StoredAlarm>()
  readonly #byDevice = new Map<number, Set<StoredAlarm>>()
  readonly #shelves = new Map<string, StoredShelf>()
  readonly #followers: ((alarm: StoredAlarm) => void)[] = []

  get size(): number {
    return this.#byId.size
  }

  all(): Iterable<StoredAlarm> {
    return this.#byId.values()
  }

  byId(id: number): StoredAlarm | undefined {
    return this.#byId.get(id)
  }

  /** The one of this point: a point has at most one at a time. */
  of(point: PointName): StoredAlarm | undefined {
    return this.#byPoint.get(keyOf(point))
  }

  ofDevice(deviceId: number): Iterable<StoredAlarm> {
    return this.#byDevice.get(deviceId) ?? []
  }

  /** Calls back with each alarm as it is stored, also when it has ended. */
  follow(follower: (alarm: StoredAlarm) => void): void {
    this.#followers.push(follower)
  }

  /** Takes an alarm as it is now; one that has ended goes. */
  set(alarm: StoredAlarm): void {
    for (const follower of this.#followers) follower(alarm)
    const former = this.#byId.get(alarm.id)
    if (former) this.#drop(former)
    if (alarm.endedAt !== null) return
    this.#byId.set(alarm.id, alarm)
    this.#byPoint.set(keyOf(alarm), alarm)
    const ofDevice = this.#byDevice.get(alarm.deviceId)
    if (ofDevice) ofDevice.add(alarm)
    else this.#byDevice.set(alarm.deviceId, new Set([alarm]))
  }

  /** Of a sensor or a device that does not exist any more. */
  remove(alarm: StoredAlarm): void {
    this.#drop(alarm)
  }

  /** Its alarms and shelves go: the database removes those of a removed sensor. Its alarms. */
  removeSensor(sensorId: number): readonly StoredAlarm[] {
    const alarms = [...this.all()].filter((alarm) => alarm.sensorId === sensorId)
    for (const alarm of alarms) this.#drop(alarm)
    for (const [key, shelf] of this.#shelves)
      if (shelf.sensorId === sensorId) this.#shelves.delete(key)
    return alarms
  }

  shelves(): Iterable<StoredShelf> {
    return this.#shelves.values()
  }

  shelfOf(point: PointName): StoredShelf | undefined {
    return this.#shelves.get(keyOf(point))
  }

  setShelf(shelf: StoredShelf): void {
    this.#shelves.set(keyOf(shelf), shelf)
  }

  removeShelf(point: PointName): void {
    this.#shelves.delete(keyOf(point))
  }

  /** These are the shelves that are stored; one that is there already stays as it is. */
  replaceShelves(stored: readonly StoredShelf[]): void {
    const present = new Map(stored.map((shelf) => [keyOf(shelf), shelf]))
    for (const key of this.#shelves.keys()) if (!present.has(key)) this.#shelves.delete(key)
    for (const [key, shelf] of present)
      if (this.#shelves.get(key)?.at !== shelf.at) this.#shelves.set(key, shelf)
  }

  /** Nothing is by or of this person any more. */
  releasePerson(userId: number): void {
    const without = (id: number | null) => (id === userId ? null : id)
    for (const alarm of [...this.all()]) {
      const acknowledgedBy = without(alarm.acknowledgedBy)
      const assignedTo = without(alarm.assignedTo)
      if (acknowledgedBy !== alarm.acknowledgedBy || assignedTo !== alarm.assignedTo)
        this.set({ ...alarm, acknowledgedBy, assignedTo })
    }
    for (const shelf of [...this.shelves()])
      if (shelf.userId === userId) this.setShelf({ ...shelf, userId: null })
  }

  #drop(alarm: StoredAlarm): void {
    this.#byId.delete(alarm.id)
    if (this.#byPoint.get(keyOf(alarm))?.id === alarm.id) this.#byPoint.delete(keyOf(alarm))
    const ofDevice = this.#byDevice.get(alarm.deviceId)
    ofDevice?.delete(alarm)
    if (ofDevice?.size === 0) this.#byDevice.delete(alarm.deviceId)
  }
}
