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

test('IM10 it is offered when all is in the store; what is given up writes no more', async () => {
  const done: string[] = []
  const stopping = new AbortController()
  const late = (onWrite: () => void) =>
    new LateReadings({
      writer: {
        write: async (readings: readonly Reading[]) => {
          await new Promise(setImmediate)
          done.push(`wrote ${readings.length}`)
          onWrite()
        },
        flush: async ({ sensorIds }: { sensorIds: Iterable<number> }) => {
          done.push(`flush ${[...sensorIds].join()}`)
        },
      },
      current: { offer: () => done.push('offered') > 0 },
    } as unknown as ConstructorParameters<typeof LateReadings>[0])
  const readings = Array.from({ length: 2_500 }, (_, time): Reading => ({
    ...{ sensorId: 7, time, value: 1, quality: 'good' },
  }))
  await late(() => undefined).store(readings, stopping.signal)
  expect(done.splice(0)).toEqual(['wrote 1000', 'wrote 1000', 'wrote 500', 'flush 7', 'offered'])
  const storing = late(() => stopping.abort(new Error('given up'))).store(readings, stopping.signal)
  await expect(storing).rejects.toThrow('given up')
  expect(done).toEqual(['wrote 1000'])
})
