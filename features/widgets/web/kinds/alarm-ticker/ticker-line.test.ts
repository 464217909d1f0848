import { expect, test } from 'vitest'
import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { lineAmong, lineIn, placeOf } from './ticker-line.ts'

const alarm = (id: string): ActiveAlarm => ({
  ...{ id, priority: 1, text: 'above 210.0', since: 0, state: 'unacknowledged' },
  sensor: { lesiId: 'OVEN', key: id, alias: id },
})
const [a, b, c, added] = [alarm('a'), alarm('b'), alarm('c'), alarm('new')] as const

test('WD54 an alarm that comes or ends puts no other one into the line', () => {
  const line = { alarm: b, turn: 7 }
  for (const isHeld of [false, true]) {
    expect(lineAmong(line, [added, a, b, c], isHeld)).toBe(line)
    expect(lineAmong(line, [b], isHeld)).toBe(line)
  }
  expect([placeOf(line, [added, a, b, c]), placeOf(line, [b])]).toEqual([2, 0])
  // What it is by now is shown.
  const acknowledged = { ...b, state: 'acknowledged' as const }
  expect(lineAmong(line, [a, acknowledged], true)).toEqual({ ...line, alarm: acknowledged })
})

test('WD54 an alarm that has ended stays in a line that is held, and in no other', () => {
  const line = { alarm: b, turn: 7 }
  expect(lineAmong(line, [a, c], true)).toBe(line)
  expect(placeOf(line, [a, c])).toBe(-1)
  expect(lineAmong(line, [a, c], false)).toEqual({ ...line, alarm: a })
})

test('WD54 each alarm has its turn, after one that ended the most important one', () => {
  const first = lineIn({ alarm: a, turn: null }, [a, b, c], 7)
  expect(first).toEqual({ alarm: a, turn: 7 })
  expect(lineIn(first, [a, b, c], 7)).toBe(first)
  const second = lineIn(first, [a, b, c], 8)
  expect(second).toEqual({ alarm: b, turn: 8 })
  expect(lineIn(second, [added, a, b, c], 9).alarm).toBe(c)
  expect(lineIn({ alarm: c, turn: 9 }, [a, b, c], 10).alarm).toBe(a)
  expect(lineIn(second, [a, c], 9).alarm).toBe(a)
})
