import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findGaps } from './gaps.ts'
import { outsideGaps, segmentsOf, stateShares } from './segments.ts'
import { entriesOf, type RawReadings } from './series.ts'
import { draggedWindow, handleAt, type WindowHandle } from '../plot/window-drag.ts'

const range = { from: 0, to: 100_000 }
const codes = fc
  .uniqueArray(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 80 })
  .chain((times) =>
    fc.record({
      kind: fc.constant('raw' as const),
      time: fc.constant(times.toSorted((one, other) => one - other)),
      value: fc.array(fc.integer({ min: 0, max: 3 }), {
        minLength: times.length,
        maxLength: times.length,
      }),
      quality: fc.constant(times.map(() => 0)),
    }),
  )

describe('states', () => {
  test('CH9 every moment is in one state or in a gap, and in the newest state', () => {
    fc.assert(
      fc.property(codes, fc.integer({ min: 1, max: 99_999 }), (raw: RawReadings, moment) => {
        const entries = entriesOf(raw)
        const gaps = findGaps(entries, range, 2000)
        const segments = segmentsOf(entries, gaps, range.to)
        const silence = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
        const lead = gaps[0]?.after === -1 ? 0 : (raw.time[0] ?? 0)
        expect(stateShares(segments, range).unknownMs).toBe(silence + lead)
        const inGap = gaps.some((gap) => moment > gap.from && moment < gap.to)
        const lastIndex = raw.time.findLastIndex((time) => time <= moment)
        const here = segments.filter((segment) => segment.from <= moment && moment < segment.to)
        if (inGap || lastIndex < 0) expect(here).toHaveLength(0)
        else if (!gaps.some((gap) => gap.from === moment))
          expect(here.map(({ state }) => state)).toEqual([String(raw.value[lastIndex])])
      }),
      { numRuns: 500 },
    )
  })

  test('CH9 a column that changes once is cut in its middle, others are changing', () => {
    const columns = {
      kind: 'columns',
      columnMs: 10,
      firstTime: [0, 10, 20],
      lastTime: [8, 18, 28],
      first: [1, 2, 0],
      minimum: [1, 0, 0],
      maximum: [1, 2, 3],
      last: [1, 0, 1],
      count: [3, 3, 3],
    } as const
    expect(segmentsOf(entriesOf(columns), [], 40)).toEqual([
      { from: 0, to: 10, state: '1' },
      { from: 10, to: 14, state: '2' },
      { from: 14, to: 20, state: '0' },
      { from: 20, to: 28, state: null },
      { from: 28, to: 40, state: '1' },
    ])
  })
})

describe('states of sensors that send only on change', () => {
  const change: RawReadings = { kind: 'raw', time: [30_000], value: [1], quality: [0] }

  test('CH9 the state that held before the range lasts until the first reading', () => {
    const start = { from: range.from, state: '0' }
    expect(segmentsOf(entriesOf(change), [], range.to, start)).toEqual([
      { from: 0, to: 30_000, state: '0' },
      { from: 30_000, to: 100_000, state: '1' },
    ])
    const nothing: RawReadings = { kind: 'raw', time: [], value: [], quality: [] }
    expect(segmentsOf(entriesOf(nothing), [], range.to, start)).toEqual([{ ...range, state: '0' }])
  })

  test('CH9 a state goes on after a gap, and is none within it', () => {
    expect(segmentsOf(entriesOf(change), [{ from: 50_000, to: 60_000 }], range.to)).toEqual([
      { from: 30_000, to: 50_000, state: '1' },
      { from: 60_000, to: 100_000, state: '1' },
    ])
  })

  test('CH9 the last state before a gap is not lost', () => {
    expect(segmentsOf(entriesOf(change), [{ from: 30_000, to: 60_000 }], range.to)).toEqual([
      { from: 30_000, to: 30_000, state: '1' },
      { from: 60_000, to: 100_000, state: '1' },
    ])
  })

  test('CH9 what lies outside of gaps stays, to the millisecond, and nothing else', () => {
    const spans = fc
      .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 })
      .map((edges) => edges.toSorted((one, other) => one - other))
      .map((edges) =>
        edges.flatMap((from, index) =>
          index % 2 === 0 && edges[index + 1] ? [{ from, to: edges[index + 1] ?? 0 }] : [],
        ),
      )
    const cut = spans.map((list) => list.map((span, index) => ({ ...span, state: String(index) })))
    fc.assert(
      fc.property(cut, spans, (segments, gaps) => {
        const left = outsideGaps(segments, gaps)
        const at = (
          list: readonly { from: number; to: number; state?: string | null }[],
          time: number,
        ) => list.find(({ from, to }) => from <= time && time < to)
        for (let time = 0; time < 61; time++)
          expect(at(left, time)?.state).toBe(at(gaps, time) ? undefined : at(segments, time)?.state)
        // A state that a gap follows at once lasted no time, and is shown all the same.
        expect(outsideGaps(left, gaps)).toEqual(left)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('overview', () => {
  test('CH10 a dragged window stays inside the period and keeps its length', () => {
    const time = fc.integer({ min: -50_000, max: 150_000 })
    fc.assert(
      fc.property(
        fc.constantFrom<WindowHandle>('from', 'to', 'window', 'new'),
        time,
        time,
        (handle, start, end) => {
          const window = { from: 20_000, to: 40_000 }
          const moved = draggedWindow(handle, window, range, start, end)
          expect(moved.from).toBeGreaterThanOrEqual(range.from)
          expect(moved.to).toBeLessThanOrEqual(range.to)
          expect(moved.from).toBeLessThanOrEqual(moved.to)
          if (handle === 'window') expect(moved.to - moved.from).toBe(20_000)
        },
      ),
    )
    expect(handleAt(20_100, { from: 20_000, to: 40_000 }, range, 500)).toBe('from')
    expect(handleAt(30_000, { from: 20_000, to: 40_000 }, range, 500)).toBe('window')
    expect(handleAt(30_000, range, range, 500)).toBe('new')
  })
})
