import type { Sensor } from '#kit/model/sensor.ts'
import { sensorTest, type SensorFilter, type SensorPage } from '#kit/model/sensor-filter.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Caller } from './caller.ts'
import type { Catalogue, CatalogueDevice } from './catalogue.ts'
import { ofOpenDevices } from './of-open-sensors.ts'
import { KeyedQueues } from './process/serial-queue.ts'
import { nextSlice } from './process/slices.ts'

export interface SensorList {
  readonly sensors: readonly Sensor[]
  /** Of all pages. */
  readonly total: number
}

/** A search gives way to others after this long. */
const sliceMs = 4
/** One person's searches run one after another; further ones are refused. */
const maximumWaiting = 4

/** Lists sensors that the caller may see, by device name and alias. */
export class SensorLists {
  readonly #catalogue: Catalogue
  /** By the id of the person. */
  readonly #searches = new KeyedQueues<number>(
    maximumWaiting,
    () =>
      new AppError('too_many_requests', 'Too many searches at once; wait for the last one', {
        retryAfterSeconds: 1,
      }),
  )

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /**
   * One page. Without words or type it costs as much as the page and the list of devices; a search
   * looks at every sensor, in slices between which others are served, and ends when `signal` does.
   * Throws `too_many_requests` when this person searches too much at once.
   */
  async page(
    caller: Caller,
    { page, limit, ...filter }: SensorPage,
    signal?: AbortSignal,
  ): Promise<SensorList> {
    const from = (page - 1) * limit
    const { find, type, only } = filter
    if (find === undefined && type === undefined && only === undefined) {
      const visible = this.#catalogue.visibleDeviceIds(caller)
      return this.#slice(this.#devices(visible, filter), from, limit)
    }
    return this.#searches.run(caller.userId, () =>
      ofOpenDevices(this.#catalogue, caller, (visible) =>
        this.#search(this.#devices(visible, filter), filter, { from, limit, signal }),
      ),
    )
  }

  /** Those of the named sensors that exist and that the caller may see. */
  named(caller: Caller, sensorIds: readonly number[]): readonly Sensor[] {
    const visible = this.#catalogue.visibleDeviceIds(caller)
    return [...new Set(sensorIds)].flatMap((id) => {
      const sensor = this.#catalogue.sensor(id)
      return sensor && visible.has(sensor.deviceId) ? [sensor] : []
    })
  }

  #devices(
    visible: ReadonlySet<number>,
    { device: lesiId }: SensorFilter,
  ): Iterable<CatalogueDevice> {
    const named = lesiId === undefined ? undefined : this.#catalogue.device(lesiId)
    const devices = lesiId === undefined ? this.#catalogue.devices() : named ? [named] : []
    return devices.filter(({ id }) => visible.has(id))
  }

  #slice(devices: Iterable<CatalogueDevice>, from: number, limit: number): SensorList {
    const sensors: Sensor[] = []
    let total = 0
    for (const { id } of devices) {
      const before = total
      total += this.#catalogue.sensorCount(id)
      if (total <= from || sensors.length >= limit) continue
      const start = Math.max(0, from - before)
      sensors.push(...this.#catalogue.sensorsOf(id).slice(start, start + limit - sensors.length))
    }
    return { sensors, total }
  }

  async #search(
    devices: Iterable<CatalogueDevice>,
    filter: SensorFilter,
    {
      from,
      limit,
      signal,
    }: { readonly from: number; readonly limit: number; readonly signal: AbortSignal | undefined },
  ): Promise<SensorList> {
    const matches = sensorTest(filter)
    const sensors: Sensor[] = []
    let total = 0
    let sliceEnd = performance.now() + sliceMs
    for (const { id, name } of devices) {
      for (const sensor of this.#catalogue.sensorsOf(id)) {
        if (!matches(sensor, name)) continue
        if (total >= from && sensors.length < limit) sensors.push(sensor)
        total++
      }
      if (performance.now() < sliceEnd) continue
      await nextSlice()
      signal?.throwIfAborted()
      sliceEnd = performance.now() + sliceMs
    }
    return { sensors, total }
  }
}
