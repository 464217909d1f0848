import { expect, test } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { lateFlags } from '#kit/server/readings/late-readings.ts'
import { Outcome } from '../../contract/outcome.ts'
import { OutcomeCounts } from './outcome-counts.ts'

const types: readonly SensorType[] = ['analog', 'counter', 'string', 'lamp']
const sensors = types.map(
  (type, id) => ({ id, type, lesiId: 'D', key: type, alias: type, deviceId: 1 }) as Sensor,
)

test('IM4 how many texts go to which sensor of numbers is counted', () => {
  const counts = new OutcomeCounts(sensors, { deviceById: () => undefined }, [], null)
  const readings = ['abc', 1, 'def', null].flatMap((value, time) =>
    sensors.map(({ id }): Reading => ({ sensorId: id, time, value, quality: 'good' })),
  )
  const places = Uint32Array.from(readings, ({ sensorId }) => sensorId)
  const flags = Uint8Array.from(readings, ({ value, sensorId }) =>
    sensorId === 1 && value === 'def' ? lateFlags.expired : 0,
  )
  counts.addFlags(readings, places, flags)
  const { sensors: counted } = Outcome.parse(counts.outcome)
  expect(counted.map(({ sensor, texts }) => [sensor, texts])).toEqual([
    ['analog', 2],
    ['counter', 1],
    ['string', 0],
    ['lamp', 0],
  ])
})

test('IM4 what was found before texts were counted can be read still', () => {
  const counts = new OutcomeCounts(sensors, { deviceById: () => undefined }, [], null)
  const former: unknown = JSON.parse(JSON.stringify(counts.outcome).replaceAll(',"texts":0', ''))
  expect(Outcome.parse(former)).toEqual(counts.outcome)
})
