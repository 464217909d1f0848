import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { hashToken } from '#kit/server/token.ts'
import { CatalogueMaps } from './catalogue-maps.ts'
import type { DeviceEntry } from './catalogue-store.ts'

function entry(id: number, { lesiId = `DEV-${id}`, token = 't', keys = ['a'], users = [1] } = {}): DeviceEntry {
  const sensors = keys.map((key, index): Sensor => ({
    id: id * 100 + index,
    deviceId: id,
    lesiId,
    key,
    alias: key,
    type: 'analog',
    unit: '',
    decimals: 2,
    lowerAlarm: null,
    upperAlarm: null,
    scaleLow: null,
    scaleHigh: null,
    intervalMs: 10_000,
    states: {},
    isNew: true,
  }))
  return { device: { id, lesiId, name: lesiId, silenceMs: 1 }, tokenHash: hashToken(token), sensors, boundUserIds: users }
}

test('CA2 reading the same again is no change', () => {
  const maps = new CatalogueMaps()
  expect(maps.replace([1], [entry(1)])).toEqual({ deviceIds: [1], lesiIdsWithOldToken: [] })
  expect(maps.replace([1], [entry(1)])).toEqual({ deviceIds: [], lesiIdsWithOldToken: [] })
  expect(maps.replace([2], [])).toEqual({ deviceIds: [], lesiIdsWithOldToken: [] })
  expect(maps.replace([1], [entry(1, { users: [2] })])).toEqual({ deviceIds: [1], lesiIdsWithOldToken: [] })
  expect(maps.replace([1], [entry(1, { token: 'u' })])).toEqual({ deviceIds: [1], lesiIdsWithOldToken: ['DEV-1'] })
  expect(maps.replace([1], [entry(1, { token: 'u', lesiId: 'NEW' })])).toEqual({ deviceIds: [1], lesiIdsWithOldToken: ['DEV-1'] })
  expect(maps.replace([1], [])).toEqual({ deviceIds: [1], lesiIdsWithOldToken: ['NEW'] })
})

test('CA2 after any changes the maps equal maps that were filled at once', () => {
  const description = fc.record({
    keys: fc.subarray(['a', 'b', 'c']),
    users: fc.subarray([1, 2, 3]),
    token: fc.constantFrom('t', 'u'),
  })
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.option(description, { nil: null })))
  fc.assert(
    fc.property(steps, (changes) => {
      const maps = new CatalogueMaps()
      const present = new Map<number, DeviceEntry>()
      for (const [id, described] of changes) {
        if (described) present.set(id, entry(id, described))
        else present.delete(id)
        maps.replace([id], described ? [entry(id, described)] : [])
      }
      const fresh = new CatalogueMaps()
      fresh.replace(present.keys(), [...present.values()])
      for (const user of [1, 2, 3]) expect(new Set(maps.devicesOfUser(user))).toEqual(new Set(fresh.devicesOfUser(user)))
      for (const id of [1, 2, 3, 4]) {
        for (const key of ['a', 'b', 'c']) expect(maps.sensorByKey(id, key)).toEqual(fresh.sensorByKey(id, key))
      }
      expect(new Map([...maps.sensors].toSorted())).toEqual(new Map([...fresh.sensors].toSorted()))
      expect(new Map([...maps.idByLesiId].toSorted())).toEqual(new Map([...fresh.idByLesiId].toSorted()))
      expect(new Set(maps.allIds)).toEqual(new Set(present.keys()))
    }),
  )
})
