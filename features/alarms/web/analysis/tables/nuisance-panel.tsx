import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import type { AlarmAnalysis } from '../../../contract/analysis/routes.ts'
import { signOf } from '../../source/as-active-alarms.ts'
import { durationOf } from '../../words/alarm-state.ts'
import { useAlarmWords } from '../../words/use-alarm-words.ts'
import { AnalysisPanel } from '../analysis-panel.tsx'
import { mostUrgent } from './group-priority.ts'
import { SourceName } from './source-name.tsx'

const listed = 5

interface NuisancePanelProps {
  readonly analysis: AlarmAnalysis
  readonly range: Range
}

/** Alarms that disturb more than they help: what chatters, what stands, what is stale. */
export function NuisancePanel({ analysis, range }: NuisancePanelProps) {
  const translate = useTranslations('alarms.analysis')
  const { number } = useFormat()
  const { chattering, standing, stale } = analysis
  return (
    <AnalysisPanel className="analysis-nuisance" title={translate('nuisance.title')}>
      <Part name="chattering" total={chattering.total}>
        {chattering.listed.slice(0, listed).map(({ source, maximumInMinute }) => (
          <li key={`${source.origin} ${source.device?.id} ${source.sensor?.id}`}>
            <AlarmShape priority={mostUrgent(source)} state="acknowledged" />
            <SourceName group={source} range={range} />
            <span className="number">
              {translate('nuisance.upTo', {
                ...{ count: source.count, figure: number(source.count) },
                most: number(maximumInMinute),
              })}
            </span>
          </li>
        ))}
      </Part>
      <Part name="standing" total={standing.total}>
        {standing.alarms.slice(0, listed).map((alarm) => (
          <WaitingAlarm key={alarm.id} alarm={alarm} />
        ))}
      </Part>
      <Part name="stale" total={stale.total}>
        {stale.alarms.slice(0, listed).map((alarm) => (
          <WaitingAlarm key={alarm.id} alarm={alarm} isStale />
        ))}
      </Part>
    </AnalysisPanel>
  )
}

interface PartProps {
  readonly name: 'chattering' | 'standing' | 'stale'
  readonly total: number
  readonly children: ReactNode
}

function Part({ name, total, children }: PartProps) {
  const translate = useTranslations('alarms.analysis.nuisance')
  const { number } = useFormat()
  return (
    <>
      <h3>
        {translate(name)} <span className="number">{number(total)}</span>
        <small>{translate(`${name}Text`)}</small>
      </h3>
      {total === 0 ? <p>{translate('none')}</p> : <ul>{children}</ul>}
      {total > listed && (
        <p className="number">
          {translate('more', { count: total - listed, figure: number(total - listed) })}
        </p>
      )}
    </>
  )
}

interface WaitingAlarmProps {
  readonly alarm: Alarm
  readonly isStale?: boolean
}

function WaitingAlarm({ alarm, isStale = false }: WaitingAlarmProps) {
  const translate = useTranslations('alarms')
  const words = useAlarmWords()
  const { duration } = useFormat()
  const now = useNow(60_000)
  const shownFor = isStale ? now - alarm.raisedAt : durationOf(alarm, now)
  const text = `${words.subject(alarm)} · ${words.ruleName(alarm)}`
  return (
    <li>
      {alarm.priority !== 'journal' && (
        <AlarmShape priority={alarm.priority} state={signOf(alarm)} />
      )}
      <span className="analysis-name" title={text}>
        <Link className="clip" to="/sensoralarm/alarmlist" search={{ alarm: alarm.id }}>
          {words.subject(alarm)}
        </Link>
        <small className="clip">
          {isStale ? translate(`state.${alarm.phase}`) : words.ruleName(alarm)}
        </small>
      </span>
      <span className="number">{duration(Math.max(0, shownFor))}</span>
    </li>
  )
}
