import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { deviceReportsJson, sensorsBehind } from './device-reports.ts'
import { newSensor } from '../testing/reports.ts'

interface Reply {
  readonly data: readonly string[]
  readonly meta: { readonly next: string | null }
}

const isOpen = () => true
const pieces = (sensor: Sensor) => [Buffer.from('"'), Buffer.from(`${sensor.key}"`)]

/** A reply behind `after`, in which so many reports are made in time; `end` ends it. */
async function replyOf(
  all: readonly Sensor[],
  after: string | undefined,
  { inTime, end }: { readonly inTime: number; readonly end: 'late' | 'busy' | 'between' },
): Promise<Reply> {
  const late = new AbortController()
  const sensors = sensorsBehind(all, after)
  let made = 1
  const report = async (sensor: Sensor) => {
    made++
    if (made > inTime && end === 'busy') throw new AppError('overloaded', 'Too busy')
    if (made > inTime && end === 'late') {
      late.abort()
      late.signal.throwIfAborted()
    }
    if (made >= inTime && end === 'between') late.abort()
    return pieces(sensor)
  }
  const first = sensors[0] ? pieces(sensors[0]) : []
  const json = deviceReportsJson({ sensors, first, report, isOpen, late: late.signal })
  return JSON.parse(await text(Readable.from(json))) as Reply
}

it('HI125 every sensor comes once, whatever ends the replies and after how many', async () => {
  const end = fc.constantFrom('late', 'busy', 'between')
  const ends = fc.record({ inTime: fc.integer({ min: 1, max: 5 }), end })
  await fc.assert(
    fc.asyncProperty(fc.nat(12), fc.infiniteStream(ends), async (count, stream) => {
      const sensors = Array.from({ length: count }, () => newSensor())
      const came: string[] = []
      let next: string | null | undefined
      for (const how of stream) {
        const reply = await replyOf(sensors.toReversed(), next ?? undefined, how)
        came.push(...reply.data)
        next = reply.meta.next
        if (next === null) break
        expect(next).toBe(came.at(-1))
      }
      expect(came).toEqual(sensors.map(({ key }) => key))
    }),
  )
})

it('HI125 a key that no sensor has is refused; what fails ends the reply', async () => {
  expect(() => sensorsBehind([newSensor()], 'gone')).toThrow(
    expect.objectContaining({ code: 'invalid', errors: { after: expect.anything() } }),
  )
  const sensors = [newSensor(), newSensor()]
  const json = deviceReportsJson({
    ...{ sensors, first: [], isOpen, late: new AbortController().signal },
    report: async () => Promise.reject(new Error('the store is damaged')),
  })
  await expect(text(Readable.from(json))).rejects.toThrow('the store is damaged')
})

it.each(['before its report is made', 'while its report is made'])(
  'HI161 nothing leaves of a sensor that is closed to the caller %s',
  async (when) => {
    const sensors = [newSensor(), newSensor(), newSensor()]
    const [first, second, third] = sensors.map(({ key }) => key)
    const closed = new Set<string>()
    const report = async (sensor: Sensor) => {
      if (when.startsWith('while') || sensor.key === second) closed.add(third ?? '')
      if (sensor.key === third && when.startsWith('before')) throw new Error('it was made')
      return pieces(sensor)
    }
    const json = deviceReportsJson({
      ...{ sensors, report, first: [Buffer.from(`"${first}"`)] },
      ...{ isOpen: ({ key }) => !closed.has(key), late: new AbortController().signal },
    })
    const reply = JSON.parse(await text(Readable.from(json))) as Reply
    expect(reply).toEqual({ data: [first, second], meta: { next: second } })
  },
)
