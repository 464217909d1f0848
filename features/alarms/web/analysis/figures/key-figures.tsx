import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { alarmPriorities } from '#kit/web/alarms/alarm-source.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AlarmAnalysis } from '../../../contract/analysis/routes.ts'
import { useShareText } from '../use-share-text.ts'

/** The period at a glance, each figure beside that of the period before. */
export function KeyFigures({ analysis }: { readonly analysis: AlarmAnalysis }) {
  const translate = useTranslations('alarms.analysis')
  const format = useFormat()
  const { count, before, priorities, medianToAcknowledgeMs, standing, sensors } = analysis
  const share = useShareText()
  const isCompared = before !== null
  const earlier = (figure: number) => translate('before', { figure: format.number(figure) })
  return (
    <section className="panel analysis-kpis" aria-label={translate('figures')}>
      <Cell name={translate('count')}>
        <b className="number">{format.number(count)}</b>
        <small className="number">{isCompared ? earlier(before) : translate('noBefore')}</small>
      </Cell>
      <Cell name={translate('byPriority')}>
        {alarmPriorities.map((priority) => (
          <span key={priority} className="analysis-priority">
            <AlarmShape
              priority={priority}
              state={priorities[priority - 1]?.count ? 'acknowledged' : null}
            />
            <span className="visually-hidden">{translate('guidance.priority', { priority })}</span>
            <b className="number">{format.number(priorities[priority - 1]?.count ?? 0)}</b>
            {isCompared && (
              <small className="number" title={earlier(priorities[priority - 1]?.before ?? 0)}>
                {format.number(priorities[priority - 1]?.before ?? 0)}
              </small>
            )}
          </span>
        ))}
      </Cell>
      <Cell name={translate('sensorCount')}>
        <b className="number">{format.number(sensors.total)}</b>
      </Cell>
      <Cell name={translate('median')}>
        <b className="number">
          {medianToAcknowledgeMs === null ? noFigure : format.duration(medianToAcknowledgeMs)}
        </b>
        {count > 0 && (
          <small className="number">
            {translate('acknowledged', { share: share(analysis.acknowledged / count) })}
          </small>
        )}
      </Cell>
      <Cell name={translate('standing')}>
        <b className="number">{format.number(standing.total)}</b>
        <Link className="link" to="/sensoralarm/alarmlist">
          {translate('list')}
        </Link>
      </Cell>
    </section>
  )
}

function Cell({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="analysis-kpi">
      <span>{name}</span>
      <div>{children}</div>
    </div>
  )
}
