import { Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { SmallChart } from '#kit/web/small-chart.tsx'
import type { Answer } from '../../contract/answer.ts'
import { chartAddress } from './citation-address.ts'
import { rangeText } from './range-text.ts'

interface AnswerChartProps {
  readonly chart: NonNullable<Answer['chart']>
  readonly askedAt: number
  readonly canOpen: (path: string) => boolean
}

/** The small chart of an answer, with the way to the large one. */
export function AnswerChart({ chart, askedAt, canOpen }: AnswerChartProps) {
  const translate = useTranslations('assistant')
  const locale = useLocale()
  const { zone } = useFormat()
  const { thing, sensor, label, from, to } = chart
  return (
    <figure className="ask-chart">
      <figcaption>
        <b className="clip" title={label}>
          {label}
        </b>
        <span className="number">{rangeText({ from, to }, askedAt, { zone, locale })}</span>
        {canOpen('/warroomCharts') && (
          <a className="link" href={chartAddress(chart, zone)}>
            {translate('openChart')}
          </a>
        )}
      </figcaption>
      <div className="ask-chart-plot">
        <Suspense fallback={<Skeleton width="100%" height="100%" />}>
          <SmallChart lesiId={thing} sensorKey={sensor} {...{ from, to }} />
        </Suspense>
      </div>
    </figure>
  )
}
