import { expect, test } from 'vitest'
import type { RetentionRule } from '#features/readings/contract/retention.ts'
import { previewState } from './preview-state.ts'

const rule: RetentionRule = {
  ...{ product: '', type: 'analog', readingsDays: 90, minutesDays: 730, hoursDays: null },
}
const changed: RetentionRule = { ...rule, readingsDays: 30 }

test('AM26 what a rule would remove is that of the rule in the form, or not known', () => {
  const fetched = { data: 7, isFailed: false }
  expect(previewState({ rule, counted: rule, ...fetched })).toEqual({ counts: 7 })
  expect(previewState({ rule: changed, counted: rule, ...fetched })).toBe('counting')
  const failed = { data: undefined, isFailed: true }
  expect(previewState({ rule, counted: rule, ...failed })).toBe('failed')
  expect(previewState({ rule: changed, counted: rule, ...failed })).toBe('counting')
  const unfinished = { ...rule, readingsDays: null as never }
  expect(previewState({ rule: unfinished, counted: rule, ...fetched })).toBeNull()
})
