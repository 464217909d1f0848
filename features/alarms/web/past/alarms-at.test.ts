import { expect, test } from 'vitest'
import { stateAt, type PastAlarm } from '../../contract/past.ts'
import { alarmsIn, blockAt } from './alarms-at.ts'

const alarm = (id: number, more: Partial<PastAlarm> = {}): PastAlarm => ({
  ...{ id, origin: 'upper', ruleName: '', priority: 1, procedure: '', message: {}, value: 12 },
  device: { id: 1, lesiId: 'PUMP-1', name: 'Pump' },
  sensor: {
    id,
    key: `s${id}`,
    alias: `S${id}`,
    type: 'analog',
    unit: '',
    decimals: 1,
    intervalMs: 1_000,
  },
  cause: { kind: 'limit', level: 'high', limit: 10, withinMs: null },
  ...{ since: 90, raisedAt: 100, returnedAt: 300, endedAt: 400, phase: 'ended', hidden: null },
  ...{ isLatching: false, isLate: false, assignee: null, hiddenSpans: [], acknowledged: null },
  ...more,
})

test('AL53 widgets of the past draw an alarm from when it came until it ended', () => {
  const seen = { at: 200, by: 'Ada', comment: '' }
  const alarms = [
    alarm(1),
    alarm(2, { acknowledged: seen, endedAt: 300 }),
    alarm(3, { hiddenSpans: [[150, 250]] }),
    alarm(4, { priority: 'journal' }),
  ]
  const at = (moment: number) => {
    const states = alarms.map((each) => stateAt(each, moment))
    const { active, hidden } = alarmsIn(alarms, states, ({ id }) => `Alarm ${id}`)
    return [active.map(({ id, state }) => `${id} ${state}`), [...hidden]]
  }
  const all = ['1 unacknowledged', '2 unacknowledged', '3 unacknowledged']
  expect(at(99)).toEqual([[], []])
  expect(at(100)).toEqual([all, []])
  expect(at(200)).toEqual([['1 unacknowledged', '2 acknowledged'], ['PUMP-1 s3']])
  expect(at(300)).toEqual([['1 returned', '3 returned'], []])
  expect(at(400)).toEqual([[], []])
})

test('AL53 moments that are played come of one block of time', () => {
  const { from, until } = blockAt(10_000_000)
  expect([blockAt(from), blockAt(until)]).toEqual([blockAt(from), blockAt(from)])
  expect(blockAt(until + 1).from).toBe(until + 1)
})
