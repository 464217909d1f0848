import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { type peakOf, type CellStyle, shareOf, twoDigits } from './hour-shares.ts'

export function Scale({
  peak,
  nameOf,
}: {
  readonly peak: ReturnType<typeof peakOf>
  readonly nameOf: (day: string) => string
}) {
  const translate = useTranslations('alarms.analysis.hours')
  const { number } = useFormat()
  if (peak.count === 0) return null
  const steps = [...new Set([0.1, 0.3, 0.6, 1].map((part) => Math.ceil(part * peak.count)))]
  return (
    <p className="analysis-scale">
      <span className="number">{number(1)}</span>
      {steps.map((count) => {
        const style: CellStyle = { '--share': shareOf(count, peak.count) }
        return <i key={count} style={style} />
      })}
      <span className="number">{translate('scale', { figure: number(peak.count) })}</span>
      <span className="number">
        {translate('peak', {
          ...{ figure: number(peak.count), day: nameOf(peak.day), hour: twoDigits(peak.hour) },
        })}
      </span>
    </p>
  )
}
