import { beforeEach, expect, test } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { IntakeSite, intakeDevice, intakeStart } from '#testing/sites/intake.ts'
import { maximumTailLines, type TailKind } from '../../contract/tail.ts'
import { Refusals } from '../refusals/refusals.ts'
import { MessageTail } from './message-tail.ts'

const caller = { sessionId: 's1' } as Caller
const watch = '6f1c2f5e-5b1c-4a53-9d5c-0d8f6a1b2c3d'
let now: number
let visible: Set<number>
let tail: MessageTail
let refusals: Refusals
let budget: Budget
let site: IntakeSite

beforeEach(() => {
  now = intakeStart
  visible = new Set([intakeDevice.id])
  site = new IntakeSite()
  budget = new Budget(128 * 2 ** 20)
  const catalogue = {
    device: (lesiId: string) => (lesiId === intakeDevice.lesiId ? intakeDevice : undefined),
    sensor: (id: number) => site.sensors.find((sensor) => sensor.id === id),
    visibleDeviceIds: () => visible,
  } as unknown as Catalogue
  tail = new MessageTail({ catalogue, budget, clock: () => now })
  refusals = new Refusals(
    () => now,
    budget,
    (refusal) => tail.addRefused(refusal),
  )
})

function read(find = '', kind: TailKind = 'all', after = 0, name = watch) {
  return tail.read(caller, { watch: name, after, find, kind })
}

function understood(value: number, device: CatalogueDevice = intakeDevice) {
  const reading = { sensorId: 1, time: now, value, quality: 'good' } as const
  const message = Buffer.from(`{"temp":${value}}`)
  tail.addUnderstood({ device, source: 'MQTT t/pump-1', message, readings: [reading] })
}

const refuse = (lesiId: string) =>
  refusals.add({ source: 'MQTT t', lesiId, field: 'values.lamp', reason: 'must be …' })

test('IN81 shows what is understood and what is refused, from the first question on', () => {
  understood(1)
  expect(read().lines).toEqual([])
  understood(2)
  refuse(intakeDevice.lesiId)
  refuse('nobody')
  const { lines } = read()
  expect(lines.map((line) => [line.kind, line.lesiId])).toEqual([
    ['understood', 'pump-1'],
    ['refused', 'pump-1'],
    ['refused', 'nobody'],
  ])
  expect(lines[0]).toMatchObject({
    raw: '{"temp":2}',
    source: 'MQTT t/pump-1',
    readings: [{ sensorId: 1, key: 'temp', value: 2, quality: 'good' }],
    readingCount: 1,
  })
  expect(read('', 'all', lines.at(-1)?.id).lines).toEqual([])
})

test('IN81 a lost answer is given again until the page has it', () => {
  read()
  understood(1)
  const [first] = read().lines
  expect(read().lines).toEqual([first])
  expect(read('', 'all', first?.id).lines).toEqual([])
})

test('IN81 looks for words in device, source, keys and reasons, or for refusals alone', () => {
  read('TEMP pump')
  understood(1)
  refuse(intakeDevice.lesiId)
  expect(read('TEMP pump').lines.map(({ kind }) => kind)).toEqual(['understood'])
  expect(read('must', 'refused').lines).toEqual([])
  understood(2)
  refuse(intakeDevice.lesiId)
  expect(read('must', 'refused').lines.map(({ kind }) => kind)).toEqual(['refused'])
})

test('IN81 nobody sees messages of devices that are not theirs', () => {
  visible.clear()
  read()
  understood(1)
  refuse(intakeDevice.lesiId)
  refuse('nobody')
  expect(read().lines.map(({ lesiId }) => lesiId)).toEqual(['nobody'])
  visible.add(intakeDevice.id)
  read()
  understood(2)
  visible.delete(intakeDevice.id)
  expect(read().lines.map(({ lesiId }) => lesiId)).toEqual(['nobody'])
})

test('IN81 holds a bounded number of lines, and counts those beyond', () => {
  read()
  for (let second = 0; second < 4; second++) {
    for (let count = 0; count < 150; count++) understood(count)
    now += 1_000
  }
  const { lines, skipped, perSecond } = read()
  expect(lines).toHaveLength(maximumTailLines)
  expect(skipped).toBe(600 - maximumTailLines)
  expect(perSecond).toBe(150)
})

test('IN81 a page that does not ask any more costs nothing', () => {
  read()
  const held = () => budget.usage().find(({ kind }) => kind === 'reply')?.bytes
  expect(held()).toBeGreaterThan(0)
  expect(tail.isWatched).toBe(true)
  now += 16_000
  expect(tail.isWatched).toBe(false)
  expect(held()).toBe(0)
})

test('IN81 too many pages are refused, and hold nothing', () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}`)
  const results = names.map((name) => {
    try {
      return read('', 'all', 0, name) && 'taken'
    } catch {
      return 'refused'
    }
  })
  expect(results.filter((result) => result === 'refused').length).toBeGreaterThanOrEqual(10)
  now += 16_000
  expect(read().lines).toEqual([])
})

test('IN82 lists who was refused within the hour, those refused most first', () => {
  for (let count = 0; count < 12; count++) refuse(intakeDevice.lesiId)
  now += 30 * 60_000
  refuse('other')
  refusals.add({ source: 'MQTT', lesiId: 'x', nameless: true, field: 'token', reason: 'wrong' })
  expect(refusals.senders()).toMatchObject([
    { lesiId: 'pump-1', lastHour: 12, lastMinutes: 0, field: 'values.lamp' },
    { lesiId: 'other', lastHour: 1, lastMinutes: 1 },
    { lesiId: null, lastHour: 1, lastMinutes: 1, field: 'token' },
  ])
  now += 31 * 60_000
  expect(refusals.senders().map(({ lesiId }) => lesiId)).toEqual(['other', null])
})
