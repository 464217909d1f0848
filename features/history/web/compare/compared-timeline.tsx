import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import { StateBlocks } from '#kit/ui/chart/state-chart/state-blocks.tsx'
import { StateGaps } from '#kit/ui/chart/state-chart/state-gaps.tsx'
import { useDrawnSize } from '#kit/ui/chart/use-element-size.ts'
import { spanText } from '../report/use-chart-format.ts'
import { useStateStyle } from '../report/views/state-shares.tsx'
import { onAxis } from './on-axis.ts'
import type { Compared } from './use-compared.ts'

const height = 28

interface ComparedTimelineProps {
  readonly sensor: Sensor
  readonly compared: Compared
  /** What the timeline above shows. */
  readonly range: TimeRange
  readonly timezone: string
}

/** The states of the earlier period, under those that are shown, on their axis of time. */
export function ComparedTimeline({ sensor, compared, range, timezone }: ComparedTimelineProps) {
  const translate = useTranslations('history.compare')
  const [element, { width }] = useDrawnSize<HTMLDivElement>()
  const styleOf = useStateStyle(sensor)
  const { data, period } = compared
  if (data?.kind !== 'states') return null
  const { shiftedSpans } = period
  const span = Math.max(1, range.to - range.from)
  const x = (time: number) => Math.min(width, Math.max(0, ((time - range.from) / span) * width))
  return (
    <div className="history-compared-timeline">
      <p className="history-share-label">{translate('with', spanText(period.range, timezone))}</p>
      <div ref={element} className="state-chart" aria-hidden="true">
        <svg width={width} height={height}>
          <StateBlocks segments={onAxis(data.segments, shiftedSpans)} {...{ height, x, styleOf }} />
          <StateGaps gaps={onAxis(data.gaps, shiftedSpans)} {...{ height, x }} />
        </svg>
      </div>
    </div>
  )
}
