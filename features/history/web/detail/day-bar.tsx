import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { FollowedLinks } from '#kit/web/detail/followed-links.tsx'
import { DayChoice } from './day-choice.tsx'
import { addressOf, type DetailLinks } from './detail-links.ts'
import { dayAfter } from './shown-day.ts'

interface DayBarProps {
  readonly sensor: Sensor
  readonly day: string
  readonly latest: string
  readonly isToday: boolean
  /** The page shows a moment of the past, and the latest day is the one of that moment. */
  readonly isPast: boolean
  readonly timezone: string
  readonly links: DetailLinks
  readonly isZoomed: boolean
  /** Whether the curve is written as a table; null where there is no curve. */
  readonly table: { readonly isTable: boolean; readonly onTable: () => void } | null
  readonly onBack: () => void
  readonly onDay: (day: string) => void
}

/** Choices of the day and of how it is drawn, and links to further screens of the sensor. */
export function DayBar(props: DayBarProps) {
  const { sensor, day, latest, isPast, timezone, links, isZoomed, table, onBack, onDay } = props
  const translate = useTranslations('history.detail')
  const chart = useTranslations('history.chart')
  const alarms = links.alarms(sensor)
  const name = { thing: sensor.lesiId, sensor: sensor.key }
  const period = props.isToday
    ? { period: 'today' }
    : { from: `${day}T00:00`, to: `${dayAfter(day, 1)}T00:00` }
  return (
    <div className="sensor-detail-bar">
      <DayChoice {...{ sensor, day, latest, isPast, timezone, onDay }} />
      <div className="sensor-detail-tools">
        {isZoomed && <Tool icon="undo" label={chart('zoomBack')} onClick={onBack} />}
        {table && (
          <Tool
            icon={table.isTable ? 'chart' : 'counter'}
            label={chart(table.isTable ? 'asChart' : 'asTable')}
            onClick={table.onTable}
          />
        )}
        <FollowedLinks className="sensor-detail-links">
          {links.history && (
            <a className="button" href={addressOf('/warroomCharts', { ...name, ...period })}>
              <Icon name="chart" />
              {translate('history')}
            </a>
          )}
          {alarms !== null && (
            <a className="button" href={alarms}>
              <Icon name="bell" />
              {translate('alarms')}
            </a>
          )}
        </FollowedLinks>
      </div>
    </div>
  )
}

interface ToolProps {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}

function Tool({ icon, label, onClick }: ToolProps) {
  return (
    <button type="button" className="icon-button" title={label} aria-label={label} {...{ onClick }}>
      <Icon name={icon} />
    </button>
  )
}
