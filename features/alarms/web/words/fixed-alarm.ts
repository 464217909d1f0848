import type { Alarm } from '../../contract/alarm.ts'

/** An alarm for tests: an oven above its own upper limit, which nobody has acknowledged. */
export const fixedAlarm = (own: Partial<Alarm>): Alarm => ({
  ...{ id: 1, origin: 'upper', ruleName: '', priority: 2 },
  device: { id: 1, lesiId: 'OVEN-1', name: 'Oven 1' },
  sensor: {
    ...{ id: 11, key: 'temperature', alias: 'Temperature', type: 'analog' },
    ...{ unit: '°C', decimals: 1, intervalMs: 1_000 },
  },
  cause: { kind: 'limit', level: 'high', limit: 80, withinMs: null },
  ...{ message: {}, procedure: '', value: 81.25, since: 1_000, raisedAt: 1_000, returnedAt: null },
  ...{ phase: 'unacknowledged', isLatching: false, hidden: null, isLate: false },
  ...{ acknowledged: null, assignee: null, endedAt: null },
  ...own,
})
