import { expect, test } from 'vitest'
import type { ActiveAlarm } from './alarm-source.ts'
import { byImportance } from './alarm-order.ts'

const alarm = (id: string, parts: Partial<ActiveAlarm>): ActiveAlarm => ({
  ...{ id, priority: 2, text: '', since: 0, state: 'unacknowledged' },
  ...{ sensor: { lesiId: 'D', key: id, alias: id }, ...parts },
})

test('WD47 alarms stand by priority, then those not acknowledged, then the newest first', () => {
  const alarms = [
    alarm('old', { since: 1 }),
    alarm('acknowledged', { state: 'acknowledged', since: 9 }),
    alarm('returned', { state: 'returned', since: 3 }),
    alarm('new', { since: 5 }),
    alarm('third', { priority: 3 }),
    alarm('first', { priority: 1, state: 'acknowledged' }),
  ]
  expect(byImportance(alarms).map(({ id }) => id)).toEqual([
    ...['first', 'new', 'returned', 'old', 'acknowledged', 'third'],
  ])
})
