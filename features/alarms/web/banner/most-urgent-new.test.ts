import { expect, test } from 'vitest'
import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { mostUrgentNew } from './most-urgent-new.ts'

const alarm = (id: string, own: Partial<ActiveAlarm> = {}): ActiveAlarm => ({
  ...{ id, priority: 1, text: '', since: 0, state: 'unacknowledged' },
  ...{ sensor: { lesiId: 'D', key: id, alias: id }, ...own },
})
const all = { 1: true, 2: true, 3: true }

test('AW8 the most urgent of the new alarms sounds, once', () => {
  const alarms = [alarm('third', { priority: 3 }), alarm('second', { priority: 2 })]
  expect(mostUrgentNew(new Set(), alarms, all)).toBe(2)
  expect(mostUrgentNew(new Set(['second']), alarms, all)).toBe(3)
  expect(mostUrgentNew(new Set(['second', 'third']), alarms, all)).toBeNull()
})

test('AW8 what is muted, acknowledged, or was there when the page came does not sound', () => {
  expect(mostUrgentNew(undefined, [alarm('a')], all)).toBeNull()
  expect(mostUrgentNew(new Set(), [alarm('a')], { ...all, 1: false })).toBeNull()
  expect(mostUrgentNew(new Set(), [alarm('a', { state: 'acknowledged' })], all)).toBeNull()
  expect(mostUrgentNew(new Set(), [alarm('a', { state: 'returned' })], all)).toBeNull()
})
