import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import type { ChartOverlayProps } from '#kit/web/overlays/provided-overlays.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { maximumSpans, type RuleLimit } from '../../contract/spans.ts'
import { AlarmItem } from './alarm-item.tsx'
import { keyOf, spanOf } from './alarm-span.ts'
import { useAlarmSpans } from './query-spans.ts'
import { RuleLimits } from './rule-limits.tsx'
import { useAlarmLabels } from './use-alarm-labels.ts'
import './alarms-section.css'

const none: readonly Alarm[] = []
const noLimits: readonly RuleLimit[] = []
/** So many are listed at first, the newest. */
const listedFirst = 5

/** The alarms of the sensors of a chart: in it, and as a list beside it. */
export default function AlarmsSection(props: ChartOverlayProps) {
  const { sensors, range, timezone, isListed, chosen, onChoose, onSpans, onLevels } = props
  const translate = useTranslations('alarms.inCharts')
  const { data, error, refetch } = useAlarmSpans(
    sensors.map(({ id }) => id),
    range,
  )
  const alarms = data?.alarms ?? none
  const label = useAlarmLabels(timezone)
  useSpans(alarms, label.whole, onSpans)
  const [isWhole, setWhole] = useState(false)
  if (!isListed) return null
  if (error && !data)
    return (
      <section className="chart-alarms" aria-label={translate('title')}>
        <p role="status">{translate('failed')}</p>
        <button type="button" className="button small" onClick={() => void refetch()}>
          {translate('again')}
        </button>
      </section>
    )
  const limits = data?.limits ?? noLimits
  if (alarms.length === 0 && limits.length === 0) return null
  const newest = alarms.toReversed()
  const isFar = newest.findIndex((alarm) => keyOf(alarm) === chosen) >= listedFirst
  const listed = isWhole || isFar ? newest : newest.slice(0, listedFirst)
  return (
    <section className="chart-alarms" aria-label={translate('title')}>
      <h3>{translate('title')}</h3>
      {data?.isCut && <p>{translate('cut', { count: maximumSpans })}</p>}
      {alarms.some(({ isLate }) => isLate) && <p>{translate('late')}</p>}
      <ol>
        {listed.map((alarm) => (
          <AlarmItem
            key={alarm.id}
            alarm={alarm}
            time={label.timeOf(alarm)}
            words={label.words(alarm, sensors.length > 1)}
            isChosen={keyOf(alarm) === chosen}
            onChoose={() => onChoose(keyOf(alarm) === chosen ? null : keyOf(alarm))}
          />
        ))}
      </ol>
      {listed.length < alarms.length && (
        <button type="button" className="button small" onClick={() => setWhole(true)}>
          {translate('all', { count: alarms.length })}
        </button>
      )}
      {limits.length > 0 && <RuleLimits {...{ sensors, limits, onLevels }} />}
    </section>
  )
}

/** Gives the chart the alarms as spans; those that are there grow with the time. */
function useSpans(
  alarms: readonly Alarm[],
  labelOf: (alarm: Alarm) => string,
  onSpans: (spans: readonly ChartSpan[]) => void,
): void {
  const now = useNow(10_000)
  const until = alarms.some(({ returnedAt }) => returnedAt === null) ? now : 0
  const spans = useMemo(
    () => alarms.map((alarm) => spanOf(alarm, labelOf(alarm), until)),
    [alarms, labelOf, until],
  )
  useEffect(() => onSpans(spans), [spans, onSpans])
  useEffect(() => () => onSpans([]), [onSpans])
}
