import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { hashToken } from '#kit/server/token.ts'
import type { DeviceChange } from '#kit/server/bus.ts'
import { CatalogueMaps } from './catalogue-maps.ts'
import type { DeviceEntry } from './catalogue-store.ts'
import { isSameSensor } from './same-sensor.ts'
import { Visibility } from './visibility.ts'

/** Maps, and what they say about who sees what. */
function emptyMaps(clock: () => number = () => 0) {
  const visibility = new Visibility({ clock: () => 0, timezone: 'UTC' })
  return { maps: new CatalogueMaps(visibility, clock), visibility }
}

function entry(
  id: number,
  { lesiId = `DEV-${id}`, token = 't', keys = ['a'], users = [1] } = {},
): DeviceEntry {
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
    ...plainSensor,
    states: {},
    isNew: true,
  }))
  const bindings = users.map(
    (userId) => ({ userId, relation: 'admin', contractStart: null, contractEnd: null }) as const,
  )
  return {
    device: { id, lesiId, name: lesiId, product: '', silenceMs: 1 },
    tokenHash: hashToken(token),
    sensors,
    bindings,
  }
}

const change = (deviceId: number, part: Partial<DeviceChange> = {}): DeviceChange => ({
  deviceId,
  isDeviceChanged: true,
  changedSensors: [],
  removedSensors: [],
  ...part,
})

test('CA2 reading the same again is no change, and a change names what changed', () => {
  const { maps } = emptyMaps()
  const replace = (after?: DeviceEntry, id = 1) => maps.replace([id], after ? [after] : [])
  const changed = (...changes: DeviceChange[]) => ({
    changes,
    lesiIdsWithOldToken: [],
    userIds: expect.any(Array),
  })
  expect(replace(entry(1))).toEqual(changed(change(1, { changedSensors: [100] })))
  expect(replace(entry(1))).toEqual(changed())
  expect(replace(undefined, 2)).toEqual(changed())
  expect(replace(entry(1, { users: [2] }))).toEqual({ ...changed(change(1)), userIds: [1, 2] })
  expect(replace(entry(1, { keys: ['a', 'b'], users: [2] }))).toEqual(
    changed(change(1, { isDeviceChanged: false, changedSensors: [101] })),
  )
  expect(replace(entry(1, { users: [2] }))).toEqual(
    changed(change(1, { isDeviceChanged: false, removedSensors: [101] })),
  )
  expect(replace(entry(1, { token: 'u' }))).toEqual({
    changes: [change(1)],
    lesiIdsWithOldToken: ['DEV-1'],
    userIds: [2, 1],
  })
  expect(replace(entry(1, { token: 'u', lesiId: 'NEW' }))).toEqual({
    changes: [change(1, { changedSensors: [100] })],
    lesiIdsWithOldToken: ['DEV-1'],
    userIds: [],
  })
  expect(replace()).toEqual({
    changes: [change(1, { removedSensors: [100] })],
    lesiIdsWithOldToken: ['NEW'],
    userIds: [1],
  })
})

test('CA2 every field of a sensor counts', () => {
  const [sensor] = entry(1).sensors
  if (!sensor) throw new Error('no sensor')
  expect(isSameSensor(sensor, { ...sensor, states: {} })).toBe(true)
  const others = {
    lesiId: 'X',
    alias: 'X',
    type: 'lamp',
    unit: 'm',
    decimals: 3,
    lowerAlarm: 0,
    upperAlarm: 1,
  } as const
  const more = {
    scaleLow: 0,
    scaleHigh: 2,
    intervalMs: 5,
    noChangeMs: 1,
    factor: 2,
    offset: 1,
    wrapAt: 1,
    states: { 1: { word: 'on' } },
    isNew: false,
    isCalculated: true,
    key: 'z',
    id: 9,
    deviceId: 9,
  }
  expect(Object.keys({ ...others, ...more }).toSorted()).toEqual(Object.keys(sensor).toSorted())
  for (const field of Object.entries({ ...others, ...more })) {
    expect(isSameSensor(sensor, { ...sensor, ...Object.fromEntries([field]) })).toBe(false)
  }
})

test('CA2 who holds a set of visible devices has one moment’s state', () => {
  const { maps, visibility } = emptyMaps()
  maps.replace([1], [entry(1)])
  const [seen, all] = [visibility.openTo(1), maps.allIds]
  maps.replace([1, 2], [entry(2)])
  expect([[...seen], [...all]]).toEqual([[1], [1]])
  expect([[...visibility.openTo(1)], [...maps.allIds]]).toEqual([[2], [2]])
})

test('CA2 after any changes the maps equal maps that were filled at once', () => {
  const description = fc.record({
    keys: fc.subarray(['a', 'b', 'c']),
    users: fc.subarray([1, 2, 3]),
    token: fc.constantFrom('t', 'u'),
  })
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.option(description, { nil: null })),
  )
  fc.assert(
    fc.property(steps, (changes) => {
      const { maps, visibility } = emptyMaps()
      const present = new Map<number, DeviceEntry>()
      for (const [id, described] of changes) {
        if (described) present.set(id, entry(id, described))
        else present.delete(id)
        // What was asked for before a change is not kept beyond it.
        for (const each of [1, 2, 3, 4]) maps.sensorsOf(each)
        for (const user of [1, 2, 3]) visibility.openTo(user)
        expect(maps.allIds.size).toBeLessThanOrEqual(4)
        maps.replace([id], described ? [entry(id, described)] : [])
      }
      const { maps: fresh, visibility: freshVisibility } = emptyMaps()
      fresh.replace(present.keys(), [...present.values()])
      for (const user of [1, 2, 3])
        expect(visibility.openTo(user)).toEqual(freshVisibility.openTo(user))
      for (const id of [1, 2, 3, 4]) {
        for (const key of ['a', 'b', 'c'])
          expect(maps.sensorByKey(id, key)).toEqual(fresh.sensorByKey(id, key))
      }
      expect(new Set(maps.sensorIds())).toEqual(new Set(fresh.sensorIds()))
      for (const id of [1, 2, 3, 4]) {
        expect(maps.sensorsOf(id)).toEqual(fresh.sensorsOf(id))
        expect(maps.sensorCount(id)).toBe(fresh.sensorsOf(id).length)
        expect(maps.idByLesiId(`DEV-${id}`)).toBe(fresh.idByLesiId(`DEV-${id}`))
      }
      expect(maps.allIds).toEqual(new Set(present.keys()))
    }),
  )
})

test('CA50 a former token ends once, however often its device is read afterwards', () => {
  let now = 0
  const { maps } = emptyMaps(() => now)
  const until = 100
  const of = (token: string, former: string): DeviceEntry => ({
    ...entry(1, { token }),
    formerToken: { hash: hashToken(former), until },
  })
  const ended = (time: number, read?: DeviceEntry) => {
    now = time
    const replaced = read ? maps.replace([1], [read]).lesiIdsWithOldToken : []
    return [...replaced, ...maps.takeEnded()]
  }
  expect(ended(until - 1, of('second', 'first'))).toEqual([])
  expect(ended(until)).toEqual(['DEV-1'])
  // For whatever else is changed.
  expect(ended(until + 1, of('second', 'first'))).toEqual([])
  // It is no longer there to be replaced either.
  const former = { hash: hashToken('second'), until: until + 100 }
  expect(ended(until + 2, { ...of('third', ''), formerToken: former })).toEqual([])
  expect(ended(until + 100)).toEqual(['DEV-1'])
})
