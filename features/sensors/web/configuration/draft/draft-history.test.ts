import { expect, test } from 'vitest'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { errorsOf, isConflicting, withoutField, withValue, type Draft } from './draft.ts'
import { following, refusedHistory, undone, withStep, type DraftHistory } from './draft-history.ts'

const sensor: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'DEV', key: 'k', alias: 'k', type: 'analog', unit: '' },
  ...{ decimals: 1, lowerAlarm: 1, upperAlarm: 5, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
}
const none: DraftHistory = { draft: new Map(), past: [] }
const upper = (value: number) => (draft: Draft) => withValue(draft, sensor, 'upperAlarm', value)

test('CA31 what somebody else changes is shown also of a step that is undone', () => {
  const changed = withStep(none, upper(8))
  const reverted = withStep(changed, (draft) => withoutField(draft, 1, 'upperAlarm'))
  const theirs = { ...sensor, upperAlarm: 6, decimals: 3 }
  const entry = undone(following(reverted, [theirs])).draft.get(1)
  expect(entry?.sensor).toEqual(theirs)
  expect(entry && isConflicting(entry, 'upperAlarm')).toBe(true)
  const others = { ...sensor, id: 2 }
  expect(following(reverted, [others])).toBe(reverted)
})

test('CA30 what was refused can be undone step by step, as it could before', () => {
  const once = withStep(none, upper(8))
  const twice = withStep(once, upper(9))
  const error = fieldError('not_accepted')
  const refused = refusedHistory(
    twice,
    [{ sensorId: 1, field: 'upperAlarm', error }],
    [{ ...sensor, decimals: 3 }],
  )
  const entry = refused.draft.get(1)
  expect(entry && errorsOf(entry)).toEqual({ upperAlarm: error })
  const before = undone(refused).draft.get(1)
  expect(before).toMatchObject({ after: { upperAlarm: 8 }, sensor: { decimals: 3 } })
  expect(before && errorsOf(before)).toEqual({})
  expect(undone(undone(refused)).draft.size).toBe(0)
})
