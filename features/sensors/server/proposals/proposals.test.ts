import { expect, onTestFinished, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { createBus } from '#kit/server/bus.ts'
import { eventually } from '#testing/eventually.ts'
import { Proposals } from './proposals.ts'
import { defaultIntervalMs, type Proposal } from './propose.ts'

const minute = 60_000
const start = 1_795_000_000_000
const sensorOf = (id: number): Sensor => ({
  ...plainSensor,
  ...{ id, deviceId: 1, lesiId: 'PUMP-1', key: `x${id}`, alias: '', type: 'analog', unit: '' },
  ...{ decimals: 2, lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: defaultIntervalMs, states: {}, isNew: true },
})

/** Proposals for two sensors, of which the first writing fails by this. */
function open(failure: Error) {
  const bus = createBus((error) => {
    throw error
  })
  const written: ReadonlyMap<number, Proposal>[] = []
  const reported: unknown[] = []
  let failures = 1
  const proposals = new Proposals({
    ...{ bus, catalogue: { sensor: sensorOf, sensorIds: () => [1, 2].values() } },
    write: async (each) => {
      if (failures-- > 0) throw failure
      written.push(each)
    },
    report: (error) => reported.push(error),
  })
  onTestFinished(() => proposals.close())
  const send = (sensorId: number) => {
    const readings = Array.from({ length: 5 }, (_, at) => ({
      ...{ sensorId, time: start + at * minute, value: at, quality: 'good' as const },
    }))
    bus.emit('readings', { readings, receivedAt: start })
  }
  return { send, written, reported }
}

test('CA40 what is proposed while the database is away is written when it is back', async () => {
  const { send, written, reported } = open(new Error('Connection terminated unexpectedly'))
  send(1)
  await eventually('it was not written', () => reported.length === 1)
  send(2)
  await eventually('both are written', () => written.flatMap((each) => [...each]).length === 2)
  const intervals = written.flatMap((each) => [...each]).map(([id, each]) => [id, each.intervalMs])
  expect(intervals.toSorted()).toEqual([
    [1, minute],
    [2, minute],
  ])
})

test('CA40 what can never be written is left out', async () => {
  const { send, written, reported } = open(new Error('a defect'))
  send(1)
  await eventually('it was not written', () => reported.length === 1)
  send(2)
  await eventually('the other one is', () => written.length === 1)
  expect([...(written[0]?.keys() ?? [])]).toEqual([2])
})

test('CA48 what the first readings say stands, also of one that comes every 10 s', async () => {
  const bus = createBus((error) => {
    throw error
  })
  const sensor = sensorOf(1)
  const written: number[] = []
  const proposals = new Proposals({
    ...{ bus, catalogue: { sensor: () => sensor, sensorIds: () => [1].values() } },
    write: async (each) => {
      const proposal = each.get(1)
      Object.assign(sensor, proposal)
      written.push(sensor.decimals)
      const change = { deviceId: 1, isDeviceChanged: false, removedSensors: [] }
      bus.emit('catalogueChanged', { changes: [{ ...change, changedSensors: [1] }] })
    },
    report: (error) => {
      throw error
    },
  })
  let sent = 0
  const send = (...values: number[]) =>
    bus.emit('readings', {
      readings: values.map((value) => ({
        ...{ sensorId: 1, time: start + sent++ * defaultIntervalMs, value },
        quality: 'good' as const,
      })),
      receivedAt: start,
    })
  send(...Array.from({ length: 19 }, () => 21), 21.5)
  await eventually('it is written', () => written.length > 0)
  // As many as the first proposal was made of.
  send(22, 22, 22, 22, 22)
  await proposals.close()
  expect(written).toEqual([1])
})
