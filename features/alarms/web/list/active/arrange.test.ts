import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Alarm } from '../../../contract/alarm.ts'
import { isOpen } from '../../words/alarm-state.ts'
import { fixedAlarm } from '../../words/fixed-alarm.ts'
import { arrange, keepOrder, linesOf, presentOf } from './arrange.ts'

const all = { search: '', priority: null, state: null, device: null, order: 'priority' } as const
const asking = { textOf: ({ ruleName }: Alarm) => ruleName, me: 7 }
const idsOf = (alarms: readonly Alarm[]) => alarms.map(({ id }) => id)

const alarms = fc
  .array(
    fc.record({
      priority: fc.constantFrom<Alarm['priority'][]>(1, 2, 3, 'journal'),
      phase: fc.constantFrom<Alarm['phase'][]>('unacknowledged', 'acknowledged', 'returned'),
      since: fc.integer({ min: 0, max: 5 }),
      origin: fc.constantFrom('upper', '7'),
      device: fc
        .constantFrom('PUMP-1', 'PUMP-2')
        .map((lesiId) => ({ id: 1, lesiId, name: lesiId })),
    }),
    { maxLength: 30 },
  )
  .map((parts) => parts.map((part, index) => fixedAlarm({ id: index + 1, ...part })))

test('AW3 alarms stand by priority, then those not acknowledged, then the newest first', () => {
  fc.assert(
    fc.property(alarms, (given) => {
      const shown = arrange(given, all, asking)
      expect(new Set(idsOf(shown))).toEqual(new Set(idsOf(given)))
      const places = shown.map(
        ({ priority, phase, since, id }) =>
          [
            priority === 'journal' ? 4 : priority,
            phase === 'acknowledged' ? 1 : 0,
            -since,
            -id,
          ] as const,
      )
      const sorted = places.toSorted((one, other) => {
        const at = one.findIndex((value, index) => value !== other[index])
        return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
      })
      expect(places).toEqual(sorted)
    }),
  )
})

test('AW3 each filter lets through what it names, and all of them together', () => {
  const given = [
    fixedAlarm({ id: 1, ruleName: 'Too hot', priority: 1 }),
    fixedAlarm({
      id: 2,
      ruleName: 'Too cold',
      phase: 'acknowledged',
      assignee: { id: 7, name: 'Mai' },
    }),
    fixedAlarm({ id: 3, ruleName: 'Too hot', phase: 'latched', assignee: { id: 8, name: 'Lin' } }),
    fixedAlarm({ id: 4, device: { id: 2, lesiId: 'PUMP-2', name: 'Pump 2' }, phase: 'returned' }),
  ]
  const shown = (part: Partial<Parameters<typeof arrange>[1]>) =>
    idsOf(arrange(given, { ...all, order: 'oldest', ...part }, asking))
  expect(shown({})).toEqual([1, 2, 3, 4])
  expect(shown({ search: ' too HOT ' })).toEqual([1, 3])
  expect(shown({ priority: '1' })).toEqual([1])
  expect(shown({ device: 'PUMP-2' })).toEqual([4])
  expect(shown({ state: 'acknowledged' })).toEqual([2])
  expect(shown({ state: 'open' })).toEqual([1, 3, 4])
  expect(shown({ state: 'latched' })).toEqual([3])
  expect(shown({ state: 'mine' })).toEqual([2])
  expect(shown({ search: 'hot', state: 'latched' })).toEqual([3])
  expect(shown({ order: 'newest' })).toEqual([4, 3, 2, 1])
})

test('AW4 while the list stands still nothing moves: new ones are counted, ended ones stay', () => {
  fc.assert(
    fc.property(alarms, alarms, fc.integer({ min: 0, max: 30 }), (before, later, shift) => {
      const fresh = later.map((alarm) => ({ ...alarm, id: alarm.id + shift }))
      const { rows, added } = keepOrder(before, fresh, fresh)
      expect(rows.map(({ alarm }) => alarm.id)).toEqual(idsOf(before))
      const present = new Set(idsOf(fresh))
      for (const { alarm, isGone } of rows) {
        expect(isGone).toBe(!present.has(alarm.id))
        if (!isGone) expect(fresh).toContain(alarm)
      }
      expect(added).toBe(idsOf(fresh).filter((id) => !idsOf(before).includes(id)).length)
    }),
  )
})

const keys = {
  device: ({ device }: Alarm) => device.lesiId,
  priority: ({ priority }: Alarm) => String(priority),
  sensor: ({ device, sensor }: Alarm) => `${device.lesiId} ${sensor?.key}`,
  rule: ({ origin }: Alarm) => origin,
}

test('AW5 each alarm is in its group once, below a head that counts them', () => {
  fc.assert(
    fc.property(alarms, fc.constantFrom('device', 'priority', 'sensor', 'rule'), (given, group) => {
      const rows = given.map((alarm) => ({ alarm, isGone: false }))
      const lines = linesOf(rows, group)
      const heads = lines.flatMap((line) => (line.kind === 'group' ? [line] : []))
      expect(lines.length).toBe(given.length + heads.length)
      expect(heads.reduce((sum, { count }) => sum + count, 0)).toBe(given.length)
      expect(heads.reduce((sum, { open }) => sum + open, 0)).toBe(given.filter(isOpen).length)
      let head = heads[0]
      for (const line of lines) {
        if (line.kind === 'group') head = line
        else expect(keys[group](line.alarm)).toBe(head?.key)
      }
    }),
  )
  const rows = [{ alarm: fixedAlarm({}), isGone: false }]
  expect(linesOf(rows, 'none')).toEqual([{ kind: 'alarm', ...rows[0] }])
})

test('AL102 what came after the list stood still is acknowledged with no others', () => {
  const [one, two, three] = [1, 2, 3].map((id) => fixedAlarm({ id }))
  if (!one || !two || !three) throw new Error('three alarms')
  const acknowledged = { at: 1, by: 'Mai', comment: '' }
  const isAcknowledged = fixedAlarm({ id: 2, phase: 'acknowledged', acknowledged })
  const now = [three, isAcknowledged]
  const { rows, added } = keepOrder([one, two], now, now)
  expect(added).toBe(1)
  expect(presentOf(rows)).toEqual([isAcknowledged])
  expect(presentOf(rows).filter(isOpen)).toEqual([])
  expect(idsOf(presentOf(keepOrder(now, now, now).rows))).toEqual([3, 2])
})
