import { expect, test } from 'vitest'
import { emptyDraft, requestOf } from './schedule-draft.ts'

test('EX31 a handover is of a shift and names no sensors, whatever was chosen before', () => {
  const sensors = [{ thing: 'TANK-1', sensor: 'level', label: 'Level' }]
  const draft = { ...emptyDraft('UTC'), sensors, kind: 'shift' as const }
  expect(requestOf({ ...draft, format: 'handover' }, 'en')).toMatchObject({
    ...{ format: 'handover', recurrence: { kind: 'shift' }, sensors: [] },
  })
  expect(requestOf({ ...draft, format: 'pdf' }, 'en').sensors).toHaveLength(1)
})
