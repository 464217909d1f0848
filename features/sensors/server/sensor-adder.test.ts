import { expect, test } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import type { UnknownSensor } from '#kit/server/catalogue.ts'
import type { NewSensor } from './additions-store.ts'
import { SensorAdder } from './sensor-adder.ts'
import { asSensor, createStringPool } from '#kit/server/sensor-row.ts'

const row = {
  ...{ type: 'analog', unit: '', decimals: 2, lower_alarm: null, upper_alarm: null },
  ...{
    scale_low: null,
    scale_high: null,
    no_change_ms: null,
    factor: 1,
    offset: 0,
    wrap_at: null,
    interval_ms: 10_000,
    states: {},
    is_calculated: false,
    is_new: true,
  },
}

/** An adder over a database that takes a moment for each transaction. */
function createAdder() {
  const sensors = new Map<string, Sensor>()
  const transactions: string[][] = []
  const adder = new SensorAdder({
    sensorByKey: (deviceId, key) => sensors.get(`${deviceId} ${key}`),
    sensorCount: () => sensors.size,
    async insert(wanted: readonly NewSensor[]) {
      transactions.push(wanted.map(({ deviceId, key }) => `${deviceId} ${key}`))
      await new Promise((resolve) => setImmediate(resolve))
      for (const { deviceId, key } of wanted) {
        const id = sensors.size + 1
        sensors.set(
          `${deviceId} ${key}`,
          asSensor({ ...row, id, device_id: deviceId, key, alias: key }, 'DEV', createStringPool()),
        )
      }
      return {
        sensors: [...sensors.values()],
        busyDevices: new Set<number>(),
        goneDevices: new Set<number>(),
      }
    },
  })
  const add = (deviceId: number, missing: readonly UnknownSensor[]) => adder.add(deviceId, missing)
  return { add, transactions }
}

test('CA13 a thousand messages with one new key are one transaction', async () => {
  const { add, transactions } = createAdder()
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => add(1, [{ key: 'new', sample: 1 }])),
  )
  expect(transactions).toEqual([['1 new']])
  expect(new Set(answers.map(({ sensors }) => sensors[0]?.id))).toEqual(new Set([1]))
})

test('CA13 what many devices wait for is one transaction, up to its bound', async () => {
  const { add, transactions } = createAdder()
  const first = add(0, [{ key: 'a', sample: 1 }])
  const message = Array.from({ length: 1_000 }, (_, index) => ({ key: `k${index}`, sample: 1 }))
  await Promise.all([first, ...Array.from({ length: 8 }, (_, device) => add(device + 1, message))])
  expect(transactions.map((keys) => keys.length)).toEqual([1, 5_000, 3_000])
})
