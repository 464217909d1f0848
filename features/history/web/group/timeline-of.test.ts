import { expect, it } from 'vitest'
import type { ReportData } from '../../contract/report-data.ts'
import { timelineOf } from './timeline-of.ts'

const row = (time: number, previous: string | null, current: string | null) => ({
  ...{ time, previous, current, quality: 0 as const },
})

function segmentsOf(value: string | null, rows: readonly ReturnType<typeof row>[], cut = false) {
  const series = { kind: 'changes' as const, rows: [...rows], truncated: cut, keptSince: null }
  const data: ReportData = { kind: 'changes', series, value, gaps: [], isEmpty: false }
  return timelineOf(data, { from: 100, to: 900 })?.segments.map(({ from, to, state }) => [
    ...[from, to, state],
  ])
}

it('HI12 HI72 what a text was before the range holds up to its first change', () => {
  const changes = [row(500, 'B', null), row(300, 'A', 'B')]
  expect(segmentsOf('A', changes)).toEqual([
    [100, 300, 'A'],
    [300, 500, 'B'],
  ])
  expect(segmentsOf('A', [])).toEqual([[100, 900, 'A']])
  expect(segmentsOf(null, [row(300, null, 'B')])).toEqual([[300, 900, 'B']])
})

it('HI12 HI72 nothing is known before the changes that are listed, if some are not', () => {
  expect(segmentsOf('A', [row(300, 'C', 'B')], true)).toEqual([[300, 900, 'B']])
})
