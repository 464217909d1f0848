import { expect, test } from 'vitest'
import { beginningDraft, changedDraft, type ReportDraft } from './report-draft.ts'
import { maximumReportSensors } from '../../contract/report/request.ts'

const sensor = (thing: string, key: string) => ({ thing, sensor: key, label: `${thing} ${key}` })
const clock = { shifts: [], timezone: 'UTC' }
const empty = beginningDraft([], null, { clock, now: Date.UTC(2026, 10, 20, 6) })
const labels = ({ sensors }: ReportDraft) => sensors.map(({ label }) => label)

test('EX105 sensors of a device come to those that are chosen when they are there', () => {
  // Asked for first, and answered last.
  const slow = { added: [sensor('A', 'flow'), sensor('A', 'level')] }
  const fast = { added: [sensor('B', 'flow')] }
  const chosen = changedDraft(empty, { sensors: [sensor('C', 'flow')] })
  const removed = changedDraft(changedDraft(chosen, fast), { sensors: [sensor('B', 'flow')] })
  expect(labels(changedDraft(removed, slow))).toEqual(['B flow', 'A flow', 'A level'])
})

test('EX105 each of them is there once, and no more than there may be', () => {
  const many = Array.from({ length: 200 }, (_, index) => sensor('A', `k${index}`))
  const first = changedDraft(empty, { added: many.slice(0, 3) })
  expect(labels(changedDraft(first, { added: many.slice(1, 4) }))).toEqual([
    ...['A k0', 'A k1', 'A k2', 'A k3'],
  ])
  expect(changedDraft(first, { added: many }).sensors).toHaveLength(maximumReportSensors)
})
