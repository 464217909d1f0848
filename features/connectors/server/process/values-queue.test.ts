import { expect, it } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import type { FetchedOutcome, FetchedValue } from '#kit/server/devices/device-intake.ts'
import { ValuesQueue } from './values-queue.ts'

const value = (number: number): FetchedValue => ({ key: 'n', value: number, quality: 'good' })
const { signal } = new AbortController()

/** A server that cannot take values of devices whose names begin with `new` for now. */
function startQueue() {
  const sent: string[] = []
  let isAway = true
  const queue = new ValuesQueue(async (lesiId, values) => {
    if (isAway && lesiId.startsWith('new')) return { pauseMs: 20 }
    for (const each of values) sent.push(`${lesiId} ${String(each.value)}`)
    return { stored: values.length, refused: [] }
  })
  const take = (lesiId: string, number: number) => queue.take(lesiId, [value(number)], signal)
  return { sent, take, comeBack: () => (isAway = false) }
}

it('CN49 devices that the server cannot take now delay no other of the connector', async () => {
  const { sent, take, comeBack } = startQueue()
  const waiting = Array.from({ length: 20 }, (_, index) => take(`new-${index}`, index))
  await take('known', 1)
  expect(sent).toEqual(['known 1'])
  comeBack()
  await Promise.all(waiting)
  expect(sent).toHaveLength(21)
})

it('CN50 devices of which the server answers nothing yet delay no other', async () => {
  const sent: string[] = []
  const gate = Promise.withResolvers<void>()
  const queue = new ValuesQueue(async (lesiId, values) => {
    if (lesiId.startsWith('new')) await gate.promise
    for (const each of values) sent.push(`${lesiId} ${String(each.value)}`)
    return { stored: values.length, refused: [] }
  }, 5)
  const take = (lesiId: string, number: number) => queue.take(lesiId, [value(number)], signal)
  const waiting = Array.from({ length: 20 }, (_, index) => take(`new-${index % 10}`, index))
  const known = take('known', 1)
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual(['known 1'])
  expect(await known).toEqual({ stored: 1, refused: [] })
  gate.resolve()
  await Promise.all(waiting)
  const ofFirst = sent.filter((each) => each.startsWith('new-0'))
  expect(ofFirst).toEqual(['new-0 0', 'new-0 10'])
})

it('CN49 values of a device that waited are stored in their order', async () => {
  const { sent, take, comeBack } = startQueue()
  const waiting: Promise<FetchedOutcome>[] = []
  for (let number = 0; number < 10; number++) waiting.push(take('new', number))
  await take('known', 1)
  comeBack()
  waiting.push(take('new', 10))
  await Promise.all(waiting)
  expect(sent.slice(1)).toEqual(Array.from({ length: 11 }, (_, index) => `new ${index}`))
})

it('CN6 what waits for its turn when the connection ends is not sent any more', async () => {
  const ending = new AbortController()
  const gate = Promise.withResolvers<FetchedOutcome>()
  let calls = 0
  const queue = new ValuesQueue(() => {
    calls += 1
    return gate.promise
  })
  const all = ['a', 'b', 'c', 'd', 'e', 'a'].map((lesiId) =>
    queue.take(lesiId, [value(1)], ending.signal),
  )
  const outcomes = Promise.allSettled(all)
  await eventually('as many as may be are on their way', () => calls === 4)
  ending.abort()
  gate.resolve({ stored: 1, refused: [] })
  expect((await outcomes).map(({ status }) => status)).toEqual([
    ...Array<string>(4).fill('fulfilled'),
    ...Array<string>(2).fill('rejected'),
  ])
  expect(calls).toBe(4)
})
