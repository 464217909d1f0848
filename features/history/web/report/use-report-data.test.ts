import { describe, expect, it } from 'vitest'
import type { SensorType } from '#kit/model/sensor.ts'
import type { DeviceActivity, SensorReport, Series } from '../../contract/routes.ts'
import { reportData } from './use-report-data.ts'

const minute = 60_000
const from = 1_000 * minute
const to = from + 600 * minute

/** DeviceActivity every half minute, but for the minutes of the silence. */
function heardBut(silence: { from: number; to: number } | null): DeviceActivity {
  const minutes = Array.from({ length: 600 }, (_, index) => from + index * minute)
  const kept = minutes.filter((time) => !silence || time < silence.from || time >= silence.to)
  return {
    silenceMs: minute,
    columnMs: minute,
    firstTime: kept,
    lastTime: kept.map((time) => time + 30_000),
    count: kept.map(() => 1),
  }
}

const raw = (...said: readonly (readonly [time: number, value: number])[]): Series => ({
  kind: 'raw',
  time: said.map(([time]) => time),
  value: said.map(([, value]) => value),
  quality: said.map(() => 0),
})
const wordSeries = {
  ...{ kind: 'changes' as const, truncated: false },
  quality: { before: null, time: [], quality: [] },
}
const report = (type: SensorType, series: Series, rest: Partial<SensorReport>) =>
  ({
    sensor: { type, intervalMs: 30_000 },
    from,
    to,
    series,
    before: null,
    activity: null,
    outside: null,
    ...rest,
  }) as SensorReport

describe('what speaks only when it changes', () => {
  const flame = raw([from + 83 * minute, 1], [from + 200 * minute, 0])

  it('HI11 has no gap while its device is activity, however long it says nothing itself', () => {
    const data = reportData(report('detector', flame, { activity: heardBut(null) }), to)
    expect(data).toMatchObject({ kind: 'states', isEmpty: false, gaps: [] })
  })

  it.each(['lamp', 'detector', 'string'] as const)(
    'HI11 a %s has the gap of its device',
    (type) => {
      const silence = { from: from + 100 * minute, to: from + 120 * minute }
      const series: Series = type === 'string' ? { ...wordSeries, rows: [] } : flame
      const { gaps } = reportData(report(type, series, { activity: heardBut(silence) }), to)
      expect(gaps).toEqual([
        expect.objectContaining({ from: silence.from - 30_000, to: silence.to }),
      ])
    },
  )

  it('HI11 the time that is still to come is no gap', () => {
    const activity = heardBut({ from: from + 60 * minute, to })
    expect(reportData(report('lamp', flame, { activity }), from + 60 * minute).gaps).toEqual([])
  })

  it('HI12 begins with what was said before, numbers and words', () => {
    const before = { time: from - 5_000 * minute, value: 0 }
    expect(
      reportData(report('detector', flame, { before, activity: heardBut(null) }), to),
    ).toMatchObject({
      segments: [
        { from, to: from + 83 * minute, state: '0' },
        { from: from + 83 * minute, to: from + 200 * minute, state: '1' },
        { from: from + 200 * minute, to, state: '0' },
      ],
    })
    const words: Series = {
      ...wordSeries,
      rows: [{ time: from + minute, previous: 'red', current: 'green', quality: 0 }],
    }
    expect(
      reportData(
        report('lamp', words, { before: { ...before, value: 'red' }, activity: heardBut(null) }),
        to,
      ),
    ).toMatchObject({
      segments: [
        { from, to: from + minute, state: 'red' },
        { from: from + minute, to, state: 'green' },
      ],
    })
  })

  it('HI5 a lamp that speaks in words is in no state while it has no value', () => {
    const change = (minutes: number, current: string | null) => ({
      ...{ time: from + minutes * minute, previous: null, current, quality: 0 as const },
    })
    const rows = [change(9, 'red'), change(5, null), change(0, 'green')]
    const words: Series = { ...wordSeries, rows }
    expect(reportData(report('lamp', words, { activity: heardBut(null) }), to)).toMatchObject({
      segments: [
        { from, to: from + 5 * minute, state: 'green' },
        { from: from + 9 * minute, to, state: 'red' },
      ],
    })
  })

  it('HI12 a period without a change is not empty when the value is known', () => {
    const none: Series = { ...wordSeries, rows: [] }
    const before = { time: from - minute, value: 'Rye' }
    const activity = heardBut(null)
    expect(reportData(report('string', none, { before, activity }), to)).toMatchObject({
      isEmpty: false,
      value: 'Rye',
    })
    expect(reportData(report('string', none, { activity }), to)).toMatchObject({ isEmpty: true })
    expect(reportData(report('lamp', raw(), { before, activity }), to)).toMatchObject({
      isEmpty: false,
    })
    expect(reportData(report('lamp', raw(), { before, activity }), from - minute)).toMatchObject({
      isEmpty: true,
    })
  })
})

it('HI11 a number has the gaps of its own readings', () => {
  const said = raw(
    ...Array.from({ length: 100 }, (_, index) => [from + index * 30_000, 1] as const),
  )
  const { gaps } = reportData(report('analog', said, {}), to)
  expect(gaps).toEqual([expect.objectContaining({ from: from + 99 * 30_000, to })])
})

it('HI41 a strip of states says where readings were bad, also where nothing else was read', () => {
  const bad: Series = { kind: 'raw', time: [from + minute], value: [1], quality: [2] }
  expect(reportData(report('lamp', bad, { activity: heardBut(null) }), to)).toMatchObject({
    ...{ kind: 'states', isEmpty: false, segments: [] },
    stretches: { bad: [{ from: from + minute, to }], uncertain: [] },
  })
})

it('HI41 so does that of a lamp that speaks in words, but for the silence of its device', () => {
  const silence = { from: from + 100 * minute, to: from + 120 * minute }
  const at = (minutes: number) => from + minutes * minute
  const words: Series = {
    ...wordSeries,
    rows: [{ time: at(1), previous: null, current: 'green', quality: 0 }],
    quality: { before: 1, time: [at(1), at(90), at(130), at(200)], quality: [0, 2, 1, 0] },
  }
  expect(reportData(report('lamp', words, { activity: heardBut(silence) }), to)).toMatchObject({
    stretches: {
      bad: [
        { from: at(90), to: at(100) - 30_000 },
        { from: at(120), to: at(130) },
      ],
      uncertain: [
        { from, to: at(1) },
        { from: at(130), to: at(200) },
      ],
    },
  })
})
