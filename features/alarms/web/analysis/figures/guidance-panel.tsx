import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { alarmPriorities } from '#kit/web/alarms/alarm-source.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AlarmAnalysis } from '../../../contract/analysis/routes.ts'
import { AnalysisPanel } from '../analysis-panel.tsx'
import { useShareText } from '../use-share-text.ts'
import { guidedFigures, placeOnRail, priorityShares, type GuidedFigure } from './guided-figures.ts'

type RailStyle = CSSProperties & Readonly<Record<'--guide' | '--value', string>>

/** The figures beside what ISA-18.2 and EEMUA 191 say that one operator can handle. */
export function GuidancePanel({ analysis }: { readonly analysis: AlarmAnalysis }) {
  const translate = useTranslations('alarms.analysis')
  return (
    <AnalysisPanel title={translate('guidance.title')} note={translate('guidance.source')}>
      <ul className="analysis-guided">
        {guidedFigures(analysis).map((figure) => (
          <Guided key={figure.name} figure={figure} />
        ))}
      </ul>
      <PriorityMix analysis={analysis} />
    </AnalysisPanel>
  )
}

function Guided({ figure }: { readonly figure: GuidedFigure }) {
  const translate = useTranslations('alarms.analysis.guidance')
  const write = useWritten()
  const { name, isWithin, guide } = figure
  const style: RailStyle = {
    '--guide': guide === 0 ? '0%' : '50%',
    '--value': `${placeOnRail(figure) * 100}%`,
  }
  return (
    <li data-beyond={isWithin ? undefined : ''}>
      <span title={translate(`${name}Text`)}>
        {translate(name)}{' '}
        <small>{translate(`${name}Guide`, { guide: write(figure, guide) })}</small>
      </span>
      <b className="number">{write(figure, figure.value)}</b>
      <em>{translate(isWithin ? 'within' : 'beyond')}</em>
      <i className="analysis-rail" style={style} aria-hidden="true" />
    </li>
  )
}

function useWritten(): (figure: GuidedFigure, value: number) => string {
  const { number } = useFormat()
  const share = useShareText()
  return ({ unit }, value) =>
    unit === 'share'
      ? share(value, value < 0.1 && !Number.isInteger(100 * value) ? 1 : 0)
      : number(value, unit === 'rate' && !Number.isInteger(value) ? (value < 1 ? 2 : 1) : 0)
}

/** How alarms are divided among the priorities, below how they are to be. */
function PriorityMix({ analysis }: { readonly analysis: AlarmAnalysis }) {
  const translate = useTranslations('alarms.analysis.guidance')
  const share = useShareText()
  const shares = priorityShares(analysis)
  const isNear = shares.every((each) => each.isNear)
  const parts = alarmPriorities.map((priority) => ({
    priority,
    ...(shares[priority - 1] ?? { share: 0, guide: 0, isNear: true }),
  }))
  return (
    <div className="analysis-mix">
      <p>
        <span title={translate('mixText')}>{translate('mix')}</span>
        {analysis.count > 0 && (
          <em data-beyond={isNear ? undefined : ''}>{translate(isNear ? 'near' : 'notNear')}</em>
        )}
      </p>
      <dl>
        {parts.toReversed().map(({ priority, share: own, guide, isNear: isOwnNear }) => (
          <div key={priority} data-beyond={isOwnNear || analysis.count === 0 ? undefined : ''}>
            <dt>
              <AlarmShape priority={priority} state="acknowledged" />
              <span className="visually-hidden">{translate('priority', { priority })}</span>
            </dt>
            <dd className="number">
              {analysis.count === 0 ? '–' : share(own, own < 0.1 ? 1 : 0)}
              <small>{translate('mixGuide', { guide: share(guide, 0) })}</small>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
