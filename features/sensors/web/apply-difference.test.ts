import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { changedDevices, changedSensors } from './apply-difference.ts'

const sensor = (id: number, alias: string, deviceId = 1): Sensor => ({
  ...{
    id,
    deviceId,
    lesiId: `D-${deviceId}`,
    key: alias,
    alias,
    type: 'analog',
    unit: '',
    decimals: 0,
    isNew: true,
  },
  ...{
    lowerAlarm: null,
    upperAlarm: null,
    scaleLow: null,
    scaleHigh: null,
    ...plainSensor,
    intervalMs: 1,
    states: {},
  },
})
const names = new Map([['D-1', 'Press']])
const pageOf = (sensors: Sensor[], total = sensors.length) => ({
  data: sensors,
  meta: { total, page: 1, limit: 1_000 },
})
const whole = (...sensors: Sensor[]) => pageOf(sensors)
const nothing = { sensors: [], removedSensors: [] }

describe('a page of sensors after a difference', () => {
  const page = whole(sensor(1, 'a'), sensor(2, 'c'), sensor(3, 'x', 2))

  it('CA12 is the same object when nothing on it changed', () => {
    expect(changedSensors(page, {}, nothing, names)).toBe(page)
    const part = pageOf(page.data, 5_000)
    expect(
      changedSensors(part, {}, { sensors: [sensor(9, 'b')], removedSensors: [10] }, names),
    ).toBe(part)
  })

  it('CA12 takes in what is new, in its order', () => {
    const after = changedSensors(
      page,
      {},
      { sensors: [sensor(9, 'b'), sensor(10, 'c10'), sensor(11, 'c9')], removedSensors: [] },
      names,
    )
    expect(after.data.map(({ id }) => id)).toEqual([1, 9, 2, 11, 10, 3])
    expect(after.meta.total).toBe(6)
  })

  it('CA12 changes what it shows, and lets go what is gone or passes its filter no more', () => {
    const after = changedSensors(
      page,
      {},
      { sensors: [{ ...sensor(1, 'z'), unit: 'm' }], removedSensors: [3, 77] },
      names,
    )
    expect(after).toEqual(whole(sensor(2, 'c'), { ...sensor(1, 'z'), unit: 'm' }))
    const found = whole(sensor(1, 'a'))
    const difference = { sensors: [sensor(1, 'other'), sensor(2, 'area')], removedSensors: [] }
    expect(changedSensors(found, { find: 'A' }, difference, new Map())).toEqual(
      whole(sensor(2, 'area')),
    )
    expect(
      changedSensors(found, { find: 'press' }, difference, names).data.map(({ id }) => id),
    ).toEqual([2, 1])
  })

  it('CA12 is the same after the same difference again, however they come', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 5 })
    fc.assert(
      fc.property(ids, ids, ids, (present, changed, removed) => {
        const difference = {
          sensors: changed
            .filter((id) => !removed.includes(id))
            .map((id) => sensor(id, `n${id % 3}`, id % 2)),
          removedSensors: removed,
        }
        const once = changedSensors(
          whole(...present.map((id) => sensor(id, `o${id}`, id % 2))),
          {},
          difference,
          names,
        )
        expect(changedSensors(once, {}, difference, names)).toBe(once)
        const expected = new Set([...present, ...changed].filter((id) => !removed.includes(id)))
        expect(new Set(once.data.map(({ id }) => id))).toEqual(expected)
        expect(once.meta.total).toBe(expected.size)
      }),
    )
  })
})

describe('the list of devices after a difference', () => {
  const device = (id: number, sensorCount: number | null) => ({
    id,
    lesiId: `D-${id}`,
    name: `N${id}`,
    sensorCount,
    extra: true,
  })
  const list = {
    data: [device(1, 5), device(2, 7), device(3, null)],
    meta: { total: 3, open: 2, online: 1, sensors: 12 },
  }
  const changed = (id: number, sensorCount: number) => ({
    id,
    lesiId: `D-${id}`,
    name: `New ${id}`,
    sensorCount,
  })

  it('CA12 follows names and numbers of sensors, and lets go what is gone', () => {
    const after = changedDevices(list, { devices: [changed(1, 9)], removedDevices: [2] })
    expect(after?.meta).toEqual({ total: 2, open: 1, online: 1, sensors: 9 })
    expect(after?.data).toEqual([{ ...device(1, 9), name: 'New 1' }, device(3, null)])
  })

  it('CA12 has to be fetched when a device is new, unless it holds only a part', () => {
    expect(changedDevices(list, { devices: [changed(8, 1)], removedDevices: [] })).toBeNull()
    expect(
      changedDevices(
        { ...list, meta: { ...list.meta, total: 5_000 } },
        { devices: [changed(8, 1)], removedDevices: [] },
      )?.meta.total,
    ).toBe(5_000)
  })
})
