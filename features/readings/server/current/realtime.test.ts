import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import { realtimePage } from './realtime.ts'

const caller = {} as Caller

/** A catalogue of devices with so many sensors each, and a reading of every sensor. */
function services(counts: readonly number[]) {
  const sensorsOf = (device: number) =>
    Array.from({ length: counts[device] ?? 0 }, (_, index) => ({ id: device * 100 + index }))
  const catalogue = {
    visibleDeviceIds: () => counts.keys(),
    deviceById: (id: number) => ({ lesiId: `D${id}`, name: '' }),
    sensorCount: (id: number) => counts[id],
    sensorsOf,
  } as unknown as Catalogue
  const current = {
    get: (sensorId: number) => ({ reading: { sensorId, time: 1, value: 2, quality: 'good' } }),
  } as unknown as CurrentReadings
  const ids = [...counts.keys()].flatMap((device) => sensorsOf(device).map(({ id }) => id))
  return { catalogue, current, ids }
}

it('RD22 pages of any size hold every sensor once, in order, and no more than their limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5), { maxLength: 6 }),
      fc.integer({ min: 1, max: 8 }),
      (counts, limit) => {
        const { ids, ...rest } = services(counts)
        const found: number[] = []
        for (let page = 1; page <= ids.length / limit + 2; page++) {
          const { data, meta } = realtimePage(rest, caller, { page, limit })
          expect(meta).toEqual({ total: ids.length, page, limit })
          const sensors = data.flatMap(({ readings }) => readings.map(({ sensorId }) => sensorId))
          expect(sensors.length).toBeLessThanOrEqual(limit)
          found.push(...sensors)
        }
        expect(found).toEqual(ids)
      },
    ),
  )
})
