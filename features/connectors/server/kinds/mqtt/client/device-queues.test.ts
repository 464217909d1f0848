import { expect, it } from 'vitest'
import type { FetchedValue } from '#kit/server/devices/device-intake.ts'
import { DeviceQueues } from './device-queues.ts'

const value = (number: number): FetchedValue => ({ key: 'n', value: number, quality: 'good' })

/** Takes that end when the test says so. */
function gatedQueues() {
  const handed: { lesiId: string; numbers: unknown[]; end: () => void }[] = []
  const queues = new DeviceQueues((lesiId, values) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    handed.push({ lesiId, numbers: values.map((each) => each.value), end: resolve })
    return promise.then(() => ({ stored: values.length, refused: [] }))
  })
  return { handed, queues }
}

it('FB32 a device that floods, or that nothing is taken of, delays no other', async () => {
  const { handed, queues } = gatedQueues()
  const flood = Array.from({ length: 5_000 }, (_, index) => queues.take('flood', [value(index)]))
  const calm = queues.take('calm', [value(1)])
  expect(handed.map(({ lesiId }) => lesiId)).toEqual(['flood', 'calm'])
  handed[1]?.end()
  await calm
  // What waited goes together, in its order.
  handed[0]?.end()
  await flood[0]
  await Promise.resolve()
  expect(handed[2]?.numbers).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1))
  const late = queues.take('late', [value(2)])
  expect(handed.map(({ lesiId }) => lesiId)).toEqual(['flood', 'calm', 'flood', 'late'])
  handed[3]?.end()
  await late
  // What did not fit comes after everybody else, and in its order.
  for (let next = 2; next < handed.length; next++) {
    handed[next]?.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(flood)
  const numbers = handed.flatMap((each) => (each.lesiId === 'flood' ? each.numbers : []))
  expect(numbers).toEqual(Array.from({ length: 5_000 }, (_, index) => index))
})

it('FB32 what fails for one device fails for that one', async () => {
  const queues = new DeviceQueues(async (lesiId) => {
    if (lesiId === 'bad') throw new Error('no')
    return { stored: 1, refused: [] }
  })
  await expect(queues.take('bad', [value(1)])).rejects.toThrow('no')
  await queues.take('bad', [value(1)]).catch(() => undefined)
  await queues.take('good', [value(1)])
})

it('FB46 however many devices nothing can be taken of, they delay no other', async () => {
  const { handed, queues } = gatedQueues()
  for (let device = 0; device < 1_000; device++) void queues.take(`new-${device}`, [value(1)])
  const known = queues.take('known', [value(2)])
  expect(handed.at(-1)?.lesiId).toBe('known')
  handed.at(-1)?.end()
  await known
})

it('FB46 no more values are handed over than there is room for', () => {
  const { handed, queues } = gatedQueues()
  const many = Array.from({ length: 2_000 }, (_, index) => value(index))
  for (let device = 0; device < 10; device++) void queues.take(`d-${device}`, many)
  expect(handed.map(({ numbers }) => numbers.length)).toEqual(Array(5).fill(2_000))
})
