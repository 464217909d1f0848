import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { zoomed } from '#kit/ui/chart/plot/keyboard.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useSameList } from '#kit/web/browser/use-same-list.ts'
import type { Address, SensorName } from '../address.ts'
import type { CompareWith } from '../compare/earlier.ts'
import { useEarlierPeriod } from '../compare/use-compared.ts'
import { ImageOffers } from '../image/image-source.ts'
import { useImage } from '../image/use-image.tsx'
import { useChartOverlay } from '../report/use-chart-overlay.tsx'
import { NotUpdated } from '../report/not-updated.tsx'
import { PanelHead } from '../report/panel-head.tsx'
import { NoReadings, ReportFailure } from '../report/report-states.tsx'
import { useFullScreen } from '../report/use-full-screen.ts'
import { useRequestWidth } from '../report/use-request-width.ts'
import { useZoom, type Zooming } from '../report/use-zoom.ts'
import { GroupDrawing } from './group-drawing.tsx'
import { GroupFigures } from './group-figures.tsx'
import { memberNames } from './member-names.ts'
import { useComparedMembers, useGroupReports, type GroupMember } from './use-group-reports.ts'
import { useGroupSensors, useMissingNames } from './use-group-sensors.ts'
import './group.css'

interface GroupViewProps {
  readonly names: readonly SensorName[]
  readonly deviceName: (lesiId: string) => string
  readonly whole: Range
  readonly zoom: Range | null
  readonly timezone: string
  readonly compare: CompareWith | null
  readonly change: (part: Partial<Address>) => void
  readonly onRefresh: () => void
  /** Offers 30 days; null when that is the period already. */
  readonly onLonger: (() => void) | null
  /** Shows the day in which a moment lies, ms UTC. */
  readonly onMoment: (time: number) => void
  /** Leads to the list of sensors. */
  readonly onChoose: () => void
}

/** Several sensors over one axis of time, with their statistics beside them. */
export function GroupView(props: GroupViewProps) {
  const { names, onChoose } = props
  const translate = useTranslations('history.group')
  const sensors = useGroupSensors(names)
  const missing = useMissingNames(names).length
  if (sensors === undefined)
    return (
      <section className="panel history-panel history-without">
        <Skeleton width="100%" height="100%" />
      </section>
    )
  const found = sensors.filter((sensor) => sensor !== undefined)
  if (found.length > 0) return <GroupOf {...props} sensors={found} missing={missing} />
  const choose = (
    <button type="button" className="button" onClick={onChoose}>
      {translate('choose')}
    </button>
  )
  const reason = names.length === 0 ? 'empty' : 'gone'
  return (
    <section className="panel history-panel history-without">
      <Notice icon="chart" title={translate(`${reason}.title`)} action={choose}>
        <p>{translate(`${reason}.text`)}</p>
      </Notice>
    </section>
  )
}

interface GroupOfProps extends GroupViewProps {
  readonly sensors: readonly Sensor[]
  /** How many named sensors are not there. */
  readonly missing: number
}

function GroupOf(props: GroupOfProps) {
  const { names, sensors, missing, deviceName, whole, zoom, timezone, change } = props
  const translate = useTranslations('history.group')
  const [chartElement, pixels, drawnOn] = useRequestWidth()
  const range = zoom ?? whole
  const reports = useGroupReports(sensors, range, pixels)
  const { isFetching, refetch } = reports
  const period = useEarlierPeriod(props.compare, { whole, range }, timezone)
  const members = useComparedMembers(reports, sensors, period, pixels)
  const isWithout = members.every(({ data, error }) => data?.isEmpty ?? error !== null)
  const { marks, section } = useChartOverlay(useSameList(sensors), range, timezone)
  const overview = useGroupReports(sensors.slice(0, 1), whole, pixels).members[0]
  const zooming = useZoom(whole, zoom, change)
  const [isFullScreen, setFullScreen] = useFullScreen(zooming.isZoomed)
  const [cursor, setCursor] = useState<number | null>(null)
  const [emphasis, setEmphasis] = useState<Sensor['id'] | null>(null)
  const called = useSameList(memberNames(sensors, deviceName))
  const title = useTitle(sensors, deviceName)
  const shown = { device: title, sensor: null }
  const image = useImage({ shown, range, timezone, compared: period?.range ?? null })
  return (
    <>
      <section
        className="panel history-panel"
        data-full-screen={isFullScreen || undefined}
        aria-label={translate('label')}
      >
        <PanelHead
          title={title}
          note={[
            translate('sensors', { count: sensors.length }),
            ...(missing > 0 ? [translate('missing', { count: missing })] : []),
          ].join(' · ')}
          current={null}
          isLoading={isFetching}
          {...{ isFullScreen, isTable: false, hasCurve: !isWithout, isZoomed: zooming.isZoomed }}
          onRefresh={() => {
            props.onRefresh()
            refetch()
          }}
          onFullScreen={() => setFullScreen(!isFullScreen)}
          onTable={null}
          onZoom={(factor) =>
            zooming.zoomTo(zoomed(range, cursor ?? (range.from + range.to) / 2, factor))
          }
          onBack={zooming.back}
        >
          {image.button}
        </PanelHead>
        <div ref={chartElement} className="history-content" aria-busy={isFetching}>
          <ImageOffers value={image.offer}>
            <NotUpdated since={reports.behindSince} />
            {isWithout ? (
              <WithoutCurves {...{ ...props, members, range, zooming, onRetry: refetch }} />
            ) : (
              <GroupDrawing
                {...{ members, range, whole, timezone, zooming, cursor, emphasis, marks, period }}
                names={called}
                overview={overview?.data?.kind === 'numbers' ? overview.data.chart : null}
                onCursor={setCursor}
                onPixels={drawnOn}
              />
            )}
          </ImageOffers>
        </div>
      </section>
      <GroupFigures
        {...{ members, range, timezone, cursor }}
        names={called}
        onEmphasis={setEmphasis}
        onRemove={(sensor) => change({ group: namesWithout(names, sensor) })}
      >
        {section}
      </GroupFigures>
    </>
  )
}

interface WithoutCurvesProps extends Pick<
  GroupOfProps,
  'sensors' | 'timezone' | 'onLonger' | 'onMoment'
> {
  readonly members: readonly GroupMember[]
  readonly range: Range
  readonly zooming: Zooming
  readonly onRetry: () => void
}

/** Why nothing can be drawn of any sensor, and what to do about it. */
function WithoutCurves({ members, zooming, onRetry, ...props }: WithoutCurvesProps) {
  const failed = members.find(({ error }) => error !== null)
  if (failed) {
    const { error, sensor } = failed
    return <ReportFailure {...{ error, onRetry, thing: sensor.lesiId, sensor: sensor.key }} />
  }
  return <NoReadings {...props} isZoomed={zooming.isZoomed} onWhole={zooming.back} />
}

/** Their only device, or how many they have. */
function useTitle(sensors: readonly Sensor[], deviceName: GroupViewProps['deviceName']): string {
  const translate = useTranslations('history.group')
  const things = [...new Set(sensors.map(({ lesiId }) => lesiId))]
  const [only = ''] = things
  return things.length === 1 ? deviceName(only) : translate('devices', { count: things.length })
}

const namesWithout = (names: readonly SensorName[], { lesiId, key }: Sensor) =>
  names.filter(({ thing, sensor }) => thing !== lesiId || sensor !== key)
