import { keyOf, type PointName } from '../evaluation/evaluated-point.ts'

/** A rule at a sensor or a device. */
export interface AlarmSource extends PointName {
  /** As its newest alarm has it. */
  ruleName: string
}

/** What is counted of an alarm; moments in ms UTC. */
export interface CountedAlarm extends PointName {
  readonly id: number
  readonly ruleName: string
  /** 0: recorded and shown to nobody by itself. */
  readonly priority: number
  readonly raisedAt: number
  readonly acknowledgedAt: number | null
  /** Nobody was shown it when it came. */
  readonly cameHidden: boolean
}

const firstCapacity = 1_024
/** Beside the priority: nobody was shown it. */
export const hiddenFlag = 4
export const priorityBits = 3

/**
 * What is counted of alarms, a column for each property, in the order in which they came: some
 * 30 bytes an alarm.
 */
export class AlarmColumns {
  ids = new Float64Array(firstCapacity)
  raisedAt = new Float64Array(firstCapacity)
  /** NaN: nobody has acknowledged it. */
  acknowledgedAt = new Float64Array(firstCapacity)
  source = new Int32Array(firstCapacity)
  /** Its priority, and `hiddenFlag`. */
  flags = new Uint8Array(firstCapacity)
  length = 0
  readonly sources: AlarmSource[] = []
  readonly #sourceOf = new Map<string, number>()

  /** Adds an alarm, or takes over when it was acknowledged and the number of its sensor. */
  set(alarm: CountedAlarm): void {
    const place = this.#placeOf(alarm.raisedAt, alarm.id)
    if (place === this.length || this.ids[place] !== alarm.id) this.#insert(place, alarm)
    else if (this.sources[this.source[place] ?? -1]?.sensorId !== alarm.sensorId)
      this.source[place] = this.#sourceIndex(alarm)
    this.acknowledgedAt[place] = alarm.acknowledgedAt ?? Number.NaN
  }

  /** The first one that came at this moment or later. */
  from(time: number): number {
    return this.#placeOf(time, -Infinity)
  }

  /** Drops the oldest ones. */
  drop(count: number): void {
    for (const column of this.#columns) column.copyWithin(0, count, this.length)
    this.length -= count
  }

  /** Removes these, wherever they are. */
  remove(ids: ReadonlySet<number>): void {
    let target = 0
    for (let place = 0; place < this.length; place++) {
      if (ids.has(this.ids[place] ?? NaN)) continue
      if (target < place)
        for (const column of this.#columns) column.copyWithin(target, place, place + 1)
      target++
    }
    this.length = target
  }

  get #columns() {
    return [this.ids, this.raisedAt, this.acknowledgedAt, this.source, this.flags] as const
  }

  #placeOf(raisedAt: number, id: number): number {
    const isBefore = (place: number) => {
      const at = this.raisedAt[place] ?? 0
      return at < raisedAt || (at === raisedAt && (this.ids[place] ?? 0) < id)
    }
    // Nearly all come in their order.
    if (this.length > 0 && isBefore(this.length - 1)) return this.length
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(middle)) low = middle + 1
      else high = middle
    }
    return low
  }

  #insert(place: number, alarm: CountedAlarm): void {
    if (this.length === this.ids.length) this.#grow()
    if (place < this.length)
      for (const column of this.#columns) column.copyWithin(place + 1, place, this.length)
    this.ids[place] = alarm.id
    this.raisedAt[place] = alarm.raisedAt
    this.source[place] = this.#sourceIndex(alarm)
    this.flags[place] = alarm.priority | (alarm.cameHidden ? hiddenFlag : 0)
    this.length += 1
  }

  #sourceIndex(alarm: CountedAlarm): number {
    const key = keyOf(alarm)
    const known = this.#sourceOf.get(key)
    const source = known === undefined ? undefined : this.sources[known]
    if (known !== undefined && source) {
      source.ruleName = alarm.ruleName
      return known
    }
    const { origin, deviceId, sensorId, ruleName } = alarm
    this.#sourceOf.set(key, this.sources.length)
    return this.sources.push({ origin, deviceId, sensorId, ruleName }) - 1
  }

  #grow(): void {
    const size = this.ids.length * 2
    const larger = (column: Float64Array) => {
      const next = new Float64Array(size)
      next.set(column)
      return next
    }
    this.ids = larger(this.ids)
    this.raisedAt = larger(this.raisedAt)
    this.acknowledgedAt = larger(this.acknowledgedAt)
    const { source, flags } = this
    this.source = new Int32Array(size)
    this.source.set(source)
    this.flags = new Uint8Array(size)
    this.flags.set(flags)
  }
}
