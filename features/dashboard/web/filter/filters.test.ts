import { describe, expect, it } from 'vitest'
import { plainSensor } from '#kit/model/sensor.ts'
import { filterTest, filtersOf, listFilterOf, pageOf } from './filters.ts'

const pump = {
  id: 1,
  lesiId: 'P-1',
  key: 'flow',
  alias: 'Flow',
  unit: 'm³/h',
  type: 'analog',
} as const
const rest = {
  deviceId: 1,
  decimals: 1,
  lowerAlarm: null,
  upperAlarm: null,
  scaleLow: null,
  scaleHigh: null,
  ...plainSensor,
  intervalMs: 1,
  states: {},
  isNew: false,
}
const passes = (search: Record<string, unknown>, notLive: number[] = [], beyond: number[] = []) =>
  filterTest(filtersOf(search), new Map([['P-1', 'Pump station']]), {
    notLive: new Set(notLive),
    beyond: new Set(beyond),
  })({ ...pump, ...rest })

describe('filters', () => {
  it('DB3 finds all words in the names of sensor and device', () => {
    expect(passes({ find: 'flow PUMP' })).toBe(true)
    expect(passes({ find: 'flow oven' })).toBe(false)
  })
  it('DB3 restricts by type, device and liveness', () => {
    expect(passes({ type: 'lamp' })).toBe(false)
    expect(passes({ device: 'P-1' })).toBe(true)
    expect(passes({ device: 'P-2' })).toBe(false)
    expect(passes({ live: 'no' })).toBe(false)
    expect(passes({ live: 'no' }, [1])).toBe(true)
    expect(passes({ limits: 'beyond' }, [1])).toBe(false)
    expect(passes({ limits: 'beyond' }, [], [1])).toBe(true)
  })
  it('DB6 asks the server for words, type and device, and for a page that makes sense', () => {
    expect(listFilterOf(filtersOf({ find: ' ', type: 'lamp', device: 'P-1', live: 'no' }))).toEqual(
      {
        type: 'lamp',
        device: 'P-1',
      },
    )
    expect(listFilterOf({ find: 'x'.repeat(500) }).find).toHaveLength(200)
    expect([
      pageOf({ page: 3 }),
      pageOf({ page: '2' }),
      pageOf({ page: -1 }),
      pageOf({ page: 'x' }),
      pageOf({}),
    ]).toEqual([3, 2, 1, 1, 1])
  })
  it('DB3 ignores what it does not understand', () =>
    expect(filtersOf({ type: 'gauge', live: 'maybe', find: '', x: 1 })).toEqual({}))
})
