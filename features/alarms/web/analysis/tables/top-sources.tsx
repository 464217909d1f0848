import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AlarmAnalysis } from '../../../contract/analysis/routes.ts'
import { AnalysisPanel } from '../analysis-panel.tsx'
import { topShare } from '../figures/guided-figures.ts'
import { useShareText } from '../use-share-text.ts'
import { mostUrgent } from './group-priority.ts'
import { SourceName } from './source-name.tsx'

type BarStyle = CSSProperties & Readonly<Record<'--share', string>>

interface TopSourcesProps {
  readonly analysis: AlarmAnalysis
  readonly range: Range
}

/** The ten rules at a sensor or a device that came most often, with their shares of all alarms. */
export function TopSources({ analysis, range }: TopSourcesProps) {
  const translate = useTranslations('alarms.analysis')
  const { number } = useFormat()
  const share = useShareText()
  const { count, sources } = analysis
  const top = sources.listed.filter((group) => group.count > 0).slice(0, 10)
  const maximum = top[0]?.count ?? 1
  return (
    <AnalysisPanel
      title={translate('top.title')}
      note={count > 0 ? translate('top.share', { share: share(topShare(analysis)) }) : undefined}
    >
      <ol className="analysis-top">
        {top.map((group) => {
          const style: BarStyle = { '--share': `${(100 * group.count) / maximum}%` }
          return (
            <li key={`${group.origin} ${group.device?.id} ${group.sensor?.id}`}>
              <AlarmShape priority={mostUrgent(group)} state="acknowledged" />
              <SourceName {...{ group, range }} />
              <i className="analysis-bar" style={style} aria-hidden="true" />
              <b className="number">{number(group.count)}</b>
              <span className="number">{share(group.count / count)}</span>
            </li>
          )
        })}
      </ol>
    </AnalysisPanel>
  )
}
