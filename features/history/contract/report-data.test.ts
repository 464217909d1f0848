import { describe, expect, it } from 'vitest'
import type { QualityCode } from '#kit/model/quality.ts'
import type { SensorType } from '#kit/model/sensor.ts'
import { stateShares } from '#kit/ui/chart/data/segments.ts'
import type { DeviceActivity, SensorReport } from './sensor-report.ts'
import type { Series } from './series.ts'
import { reportData } from './report-data.ts'

const minute = 60_000
const from = 1_000 * minute
const to = from + 600 * minute

/** DeviceActivity every half minute, but for the minutes of the silence. */
function activityOutside(silence: { from: number; to: number } | null): DeviceActivity {
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

const raw = (...readings: readonly (readonly [time: number, value: number])[]): Series => ({
  kind: 'raw',
  time: readings.map(([time]) => time),
  value: readings.map(([, value]) => value),
  quality: readings.map(() => 0),
})
const wordSeries = { kind: 'changes' as const, truncated: false, keptSince: null }
const report = (type: SensorType, series: Series, rest: Partial<SensorReport>) =>
  ({
    sensor: { type, intervalMs: 30_000 },
    from,
    to,
    series,
    before: null,
    activity: null,
    outside: null,
    quality: null,
    textsBeside: null,
    ...rest,
  }) as SensorReport

describe('sensors that send only on change', () => {
  const flame = raw([from + 83 * minute, 1], [from + 200 * minute, 0])

  it('HI11 has no gap while its device is active, however long it sends nothing itself', () => {
    const data = reportData(report('detector', flame, { activity: activityOutside(null) }), to)
    expect(data).toMatchObject({ kind: 'states', isEmpty: false, gaps: [] })
  })

  it.each(['lamp', 'detector', 'string'] as const)(
    'HI11 a %s has the gap of its device',
    (type) => {
      const silence = { from: from + 100 * minute, to: from + 120 * minute }
      const series: Series = type === 'string' ? { ...wordSeries, rows: [] } : flame
      const { gaps } = reportData(report(type, series, { activity: activityOutside(silence) }), to)
      expect(gaps).toEqual([
        expect.objectContaining({ from: silence.from - 30_000, to: silence.to }),
      ])
    },
  )

  it('HI11 the time that is still to come is no gap', () => {
    const activity = activityOutside({ from: from + 60 * minute, to })
    expect(reportData(report('lamp', flame, { activity }), from + 60 * minute).gaps).toEqual([])
  })

  it('HI12 begins with what was stated before, numbers and words', () => {
    const before = { time: from - 5_000 * minute, value: 0 }
    expect(
      reportData(report('detector', flame, { before, activity: activityOutside(null) }), to),
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
        report('lamp', words, {
          before: { ...before, value: 'red' },
          activity: activityOutside(null),
        }),
        to,
      ),
    ).toMatchObject({
      segments: [
        { from, to: from + minute, state: 'red' },
        { from: from + minute, to, state: 'green' },
      ],
    })
  })

  it('HI5 a lamp of text values is in no state while it has no value', () => {
    const change = (minutes: number, current: string | null) => ({
      ...{ time: from + minutes * minute, previous: null, current, quality: 0 as const },
    })
    const rows = [change(9, 'red'), change(5, null), change(0, 'green')]
    const words: Series = { ...wordSeries, rows }
    expect(
      reportData(report('lamp', words, { activity: activityOutside(null) }), to),
    ).toMatchObject({
      segments: [
        { from, to: from + 5 * minute, state: 'green' },
        { from: from + 9 * minute, to, state: 'red' },
      ],
    })
  })

  it('HI12 a period without a change is not empty when the value is known', () => {
    const none: Series = { ...wordSeries, rows: [] }
    const before = { time: from - minute, value: 'Rye' }
    const activity = activityOutside(null)
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

it('HI154 a lamp of a device that is silent at first is in no state until it speaks', () => {
  const before = { time: from - minute, value: 1 }
  const statesOf = (silentUntil: number) =>
    reportData(
      report('lamp', raw(), { before, activity: activityOutside({ from, to: silentUntil }) }),
      to,
    )
  expect(statesOf(to)).toMatchObject({ isEmpty: true, segments: [] })
  expect(statesOf(from + 200 * minute)).toMatchObject({
    ...{ isEmpty: false, segments: [{ from: from + 200 * minute, to, state: '1' }] },
  })
})

it('HI11 a number has the gaps of its own readings', () => {
  const readings = raw(
    ...Array.from({ length: 100 }, (_, index) => [from + index * 30_000, 1] as const),
  )
  const { gaps } = reportData(report('analog', readings, {}), to)
  expect(gaps).toEqual([expect.objectContaining({ from: from + 99 * 30_000, to })])
})

it('HI41 a state timeline marks bad readings, also where nothing else was read', () => {
  const bad: Series = { kind: 'raw', time: [from + minute], value: [1], quality: [2] }
  expect(reportData(report('lamp', bad, { activity: activityOutside(null) }), to)).toMatchObject({
    ...{ kind: 'states', isEmpty: false, segments: [] },
    qualitySpans: { bad: [{ from: from + minute, to }], uncertain: [] },
  })
})

it('HI41 so does that of a lamp of text values, but for the silence of its device', () => {
  const silence = { from: from + 100 * minute, to: from + 120 * minute }
  const at = (minutes: number) => from + minutes * minute
  const words: Series = {
    ...wordSeries,
    rows: [{ time: at(1), previous: null, current: 'green', quality: 0 }],
  }
  const quality = {
    ...{ before: 1 as const, time: [at(1), at(90), at(130), at(200)] },
    quality: [0, 2, 1, 0] as QualityCode[],
  }
  const activity = activityOutside(silence)
  expect(reportData(report('lamp', words, { activity, quality }), to)).toMatchObject({
    qualitySpans: {
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

describe('no state goes on while readings are bad', () => {
  const at = (minutes: number) => from + minutes * minute
  const activity = activityOutside(null)
  const green = { from, to: at(90), state: '1' }
  const quality = {
    ...{ before: 0 as const, time: [at(90), at(200)], quality: [2, 0] as QualityCode[] },
  }
  const before = { time: from - minute, value: 1 }

  it('HI32 of numbers, by the changes of the quality or by the readings', () => {
    const series: Series = {
      ...{ kind: 'raw', time: [at(0), at(90), at(200)], value: [1, 1, 1], quality: [0, 2, 0] },
    }
    const segments = [green, { from: at(200), to, state: '1' }]
    expect(reportData(report('lamp', series, { activity }), to)).toMatchObject({ segments })
    expect(reportData(report('lamp', raw(), { activity, before, quality }), to)).toMatchObject({
      segments,
    })
  })

  it('HI32 nor from the time before the range', () => {
    const wasBad = { before: 2 as const, time: [at(90)], quality: [0] as QualityCode[] }
    const data = reportData(report('detector', raw(), { activity, before, quality: wasBad }), to)
    const segments = data.kind === 'states' ? data.segments : []
    expect(stateShares(segments, { from, to })).toEqual({
      ...{ unknownMs: 90 * minute, shares: [{ state: '1', ms: 510 * minute }] },
    })
  })

  it('HI32 of words, nor where older changes of the quality are not listed', () => {
    const rows = [{ time: at(0), previous: null, current: 'green', quality: 0 as const }]
    const words: Series = { ...wordSeries, rows }
    expect(reportData(report('lamp', words, { activity, quality }), to)).toMatchObject({
      segments: [
        { from, to: at(90) },
        { from: at(200), to },
      ],
    })
    const listed = {
      before: null,
      time: [at(60), ...quality.time],
      quality: [1, 2, 0] as QualityCode[],
    }
    const long = { ...words, truncated: true }
    expect(reportData(report('lamp', long, { activity, quality: listed }), to)).toMatchObject({
      segments: [
        { from: at(60), to: at(90) },
        { from: at(200), to },
      ],
    })
  })
})
