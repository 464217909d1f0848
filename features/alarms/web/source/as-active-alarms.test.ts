import { expect, test } from 'vitest'
import { fixedAlarm } from '../words/fixed-alarm.ts'
import { countsBeyond } from './as-active-alarms.ts'

test('AL104 the counts of the answer count where it has not all alarms', () => {
  const counts = [
    { priority: 1, unacknowledged: 1, acknowledged: 0 },
    { priority: 3, unacknowledged: 0, acknowledged: 500 },
  ]
  const answer = { alarms: [fixedAlarm({})], counts, shelved: [] }
  expect(countsBeyond({ ...answer, total: 1 })).toBeUndefined()
  expect(countsBeyond({ ...answer, total: 501 })).toEqual({
    1: counts[0],
    2: { unacknowledged: 0, acknowledged: 0 },
    3: counts[1],
  })
})
