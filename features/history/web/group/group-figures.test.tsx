import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { testView } from '#testing/widgets/views.ts'
import common from '../../../../apps/web/texts/en.json' with { type: 'json' }
import { drawnTimes } from '../../contract/state-times.ts'
import type { ReportData } from '../../contract/report-data.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import { comparedWith } from '../compare/use-compared.ts'
import { useChartFormat } from '../report/use-chart-format.ts'
import { ReportFigures } from '../report/statistics/report-statistics.tsx'
import history from '../texts/en.json' with { type: 'json' }
import { GroupFigures } from './group-figures.tsx'

const hour = 3_600_000
const day = { from: 0, to: 24 * hour }
const before = { from: -24 * hour, to: 0 }
const { sensor } = testView({ sensor: { type: 'lamp', states: { 1: { colour: 'green' } } } })

const reportOf = ({ from, to }: typeof day) =>
  ({
    ...{ sensor, from, to, activity: null },
    statistics: { count: 0, badCount: 0, source: 'raw', rolled: null },
    series: { kind: 'changes', rows: [], truncated: false, keptSince: null },
  }) as unknown as SensorReport

const changes = (count: number, truncated = false): ReportData => {
  const rows = Array.from({ length: count }, (_, time) => ({
    ...{ time, previous: 'A', current: 'B', quality: 0 as const },
  }))
  const series = { kind: 'changes' as const, rows, truncated, keptSince: null }
  return { kind: 'changes', series, value: null, gaps: [], isEmpty: false }
}

interface Shown {
  readonly report: SensorReport
  readonly data: ReportData
  readonly range: typeof day
}

function Alone(props: Shown) {
  const format = useChartFormat(sensor, 'UTC', props.range)
  return <ReportFigures {...props} {...{ sensor, format }} timezone="UTC" reading={null} />
}

const textOf = (figures: React.ReactNode) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ ...common, history }} timeZone="UTC">
      {figures}
    </IntlProvider>,
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** What is written of a sensor alone, and of it in a group. */
function written(shown: Shown, earlier: ReportData | null = null): readonly [string, string] {
  const period = { range: before, shiftedSpans: [] }
  const compared = earlier && comparedWith(period, reportOf(before), earlier, null)
  const group = (
    <GroupFigures
      members={[{ ...shown, sensor, error: null, compared }]}
      {...{ range: shown.range, timezone: 'UTC', cursor: null, names: ['Lamp'] }}
      onEmphasis={() => undefined}
      onRemove={() => undefined}
    />
  )
  return [textOf(<Alone {...shown} />), textOf(group)]
}

const ofDay = (data: ReportData) => ({ report: reportOf(day), data, range: day })

test('HI167 of more changes than are listed it is said that there are at least so many', () => {
  for (const text of written(ofDay(changes(3)))) expect(text).toContain(' 3 changes ')
  for (const text of written(ofDay(changes(1_000, true))))
    expect(text).toMatch(/ at least 1.000 changes /)
})

test('HI167 where changes are not listed two periods have no difference that is known', () => {
  const compared = (...[now, then]: readonly [ReportData, ReportData]) =>
    /Changes .*?(?= At the same| Times| \(| UTC| Zone|$)/.exec(written(ofDay(now), then)[1])?.[0]
  expect(compared(changes(3), changes(5))).toMatch(/^Changes 3 5 −2/)
  const many = changes(1_000, true)
  expect(compared(many, many)).toMatch(/^Changes at least 1.000 at least 1.000 –/)
  expect(compared(changes(3), many)).toMatch(/^Changes 3 at least 1.000 –/)
})

test('HI169 while another period is on its way shares are of the time of the states', () => {
  const segments = [{ from: 0, to: 24 * hour, state: '1' }]
  const data: ReportData = {
    ...{ kind: 'states', gaps: [], isEmpty: false, until: 48 * hour, segments },
    times: drawnTimes(segments, [], day, false),
    qualitySpans: { bad: [], uncertain: [] },
  }
  const next = { from: 24 * hour, to: 48 * hour }
  for (const text of written({ report: reportOf(day), data, range: next })) {
    expect(text).toContain('100.0 %')
    expect(text).not.toContain('No data')
  }
})
