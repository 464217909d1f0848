import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { cursorReading, lastReading, type ChartData } from '#kit/ui/chart/data/model.ts'
import { entryAt } from '#kit/ui/chart/group/group-picture.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { formatOffsets } from '#kit/web/formats/offsets.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import { ComparedFigures } from '../compare/compared-figures.tsx'
import type { Compared } from '../compare/use-compared.ts'
import { NumberStatistics } from '../report/statistics/statistics.tsx'
import { useChangeCount } from '../report/statistics/use-change-count.ts'
import { useChartFormat } from '../report/use-chart-format.ts'
import type { ReportData } from '../../contract/report-data.ts'
import { StateShares } from '../report/views/state-shares.tsx'
import { OpenPairAnalysis } from '../analysis/open-analysis.tsx'
import { penOf, type Pen } from './curves.ts'
import type { GroupMember } from './use-group-reports.ts'
import '../report/statistics/statistics.css'

interface GroupFiguresProps {
  readonly members: readonly GroupMember[]
  readonly range: Range
  readonly timezone: string
  /** The time under the crosshair, ms UTC. */
  readonly cursor: number | null
  /** What the members are called. */
  readonly names: readonly string[]
  readonly onEmphasis: (id: Sensor['id'] | null) => void
  readonly onRemove: (sensor: Sensor) => void
  readonly children?: ReactNode
}

/** The figures of each sensor of the group; whoever points at one makes its curve stand out. */
export function GroupFigures(props: GroupFiguresProps) {
  const { members, range, timezone, cursor, names, onEmphasis, onRemove } = props
  const translate = useTranslations('history')
  const analog = members.flatMap(({ sensor }, index) =>
    sensor.type === 'analog' ? [{ sensor, name: names[index] ?? sensor.alias }] : [],
  )
  return (
    <aside className="panel history-aside" aria-label={translate('statistics.label')}>
      {members.map((member, index) => {
        const { sensor } = member
        const title = names[index] ?? sensor.alias
        return (
          <div
            key={sensor.id}
            className="history-member"
            onPointerEnter={() => onEmphasis(sensor.id)}
            onPointerLeave={() => onEmphasis(null)}
          >
            <MemberFigures {...{ member, title, range, timezone, cursor }} pen={penOf(index)} />
            <button
              type="button"
              className="icon-button small"
              title={translate('group.remove', { name: title })}
              aria-label={translate('group.remove', { name: title })}
              onFocus={() => onEmphasis(sensor.id)}
              onBlur={() => onEmphasis(null)}
              onClick={() => onRemove(sensor)}
            >
              <Icon name="close" size={12} />
            </button>
          </div>
        )
      })}
      {props.children}
      {analog.length >= 2 && <OpenPairAnalysis {...{ range, timezone }} members={analog} />}
      <p className="history-note">
        {translate('note.zone', { zone: timezone, offset: formatOffsets(range, timezone) })}
      </p>
    </aside>
  )
}

interface MemberFiguresProps extends Pick<GroupFiguresProps, 'range' | 'timezone' | 'cursor'> {
  readonly member: GroupMember
  readonly title: string
  readonly pen: Pen
}

function MemberFigures({ member, title, ...rest }: MemberFiguresProps) {
  const { sensor, report, data, error, compared } = member
  const translate = useTranslations('history')
  if (error) return <Untitled title={title} text={translate('error.title')} />
  if (!report || !data)
    return (
      <div className="history-statistics">
        <Skeleton width="100%" height="80px" />
      </div>
    )
  if (data.isEmpty) return <Untitled title={title} text={translate('empty.title')} />
  return (
    <>
      <KnownFigures {...{ sensor, title, report, data, ...rest }} />
      {compared && <MemberCompared {...{ sensor, report, data, compared, ...rest }} />}
    </>
  )
}

interface MemberComparedProps extends Omit<KnownFiguresProps, 'title' | 'pen'> {
  readonly compared: Compared
}

/** The figures of the earlier period beside those of the present one. */
function MemberCompared({ sensor, report, data, compared, ...rest }: MemberComparedProps) {
  const { range, timezone, cursor } = rest
  const format = useChartFormat(sensor, timezone, range)
  const reading = data.kind === 'numbers' ? readingAt(data.chart, cursor) : null
  return (
    <ComparedFigures {...{ sensor, report, data, compared, range, format, timezone, reading }} />
  )
}

/** Why a sensor has no figures. */
function Untitled({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section className="history-statistics">
      <h3>
        <span className="clip" title={title}>
          {title}
        </span>
      </h3>
      <p>{text}</p>
    </section>
  )
}

interface KnownFiguresProps extends Omit<MemberFiguresProps, 'member'> {
  readonly sensor: Sensor
  readonly report: SensorReport
  readonly data: ReportData
}

function KnownFigures(props: KnownFiguresProps) {
  const { sensor, title, report, data, range, timezone, cursor, pen } = props
  const translate = useTranslations('history')
  const { number } = useFormat()
  const format = useChartFormat(sensor, timezone, range)
  const countOf = useChangeCount()
  const { badCount } = report.statistics
  switch (data.kind) {
    case 'numbers':
      return (
        <>
          <NumberStatistics
            {...{ sensor, format, title, pen }}
            statistics={report.statistics}
            reading={readingAt(data.chart, cursor)}
          />
          {badCount > 0 && (
            <p className="history-member-note">
              {translate('note.bad', { count: badCount, figure: number(badCount) })}
            </p>
          )}
        </>
      )
    case 'states':
      return (
        <StateShares
          {...{ sensor, title }}
          // While another range is on its way these are states of the one before.
          times={data.times}
        />
      )
    case 'changes':
      return <Untitled title={title} text={countOf(data.series)} />
  }
}

/** The reading at the crosshair, none in a gap; without a crosshair the last one. */
function readingAt(chart: ChartData, cursor: number | null) {
  if (cursor === null) return lastReading(chart.entries)
  const index = entryAt(chart, cursor)
  return index === null ? null : cursorReading(chart.marked, index)
}
