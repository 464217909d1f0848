import { expect, test } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { LateReadings } from './late-readings.ts'

test('IM10 of stored readings of the past the newest of each sensor is offered', async () => {
  const offered: Reading[] = []
  const late = new LateReadings({
    writer: { write: async () => undefined, flush: async () => undefined },
    current: { offer: (reading: Reading) => offered.push(reading) > 0 },
  } as unknown as ConstructorParameters<typeof LateReadings>[0])
  const reading = (sensorId: number, time: number): Reading => ({
    ...{ sensorId, time, value: time, quality: 'good' },
  })
  const readings = [reading(1, 5), reading(2, 8), reading(1, 9), reading(1, 7), reading(2, 3)]
  await late.store(readings, new AbortController().signal)
  expect(offered.toSorted((one, other) => one.sensorId - other.sensorId)).toEqual([
    reading(1, 9),
    reading(2, 8),
  ])
})
