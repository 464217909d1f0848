import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import type { ChartNotesProps } from '#kit/web/chart-notes.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { maximumSpans, type RuleLimit } from '../../contract/spans.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { AlarmItem } from './alarm-item.tsx'
import { keyOf, spanOf } from './alarm-span.ts'
import { useAlarmSpans } from './query-spans.ts'
import { RuleLimits } from './rule-limits.tsx'
import { useSpanTimes } from './use-span-times.ts'
import './alarms-section.css'

const none: readonly Alarm[] = []
const noLimits: readonly RuleLimit[] = []
/** So many are listed at first, the newest. */
const listedFirst = 5

/** The alarms of the sensors of a chart: in it, and as a list beside it. */
export default function AlarmsSection(props: ChartNotesProps) {
  const { sensors, range, timezone, chosen, onChoose, onSpans, onLevels } = props
  const translate = useTranslations('alarms.inCharts')
  const { data, error, refetch } = useAlarmSpans(
    sensors.map(({ id }) => id),
    range,
  )
  const alarms = data?.alarms ?? none
  const label = useLabels(timezone)
  useSpans(alarms, label.whole, onSpans)
  const [isWhole, setWhole] = useState(false)
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
  // Of several curves nobody could say whose line it is.
  const ruled = sensors.length === 1 && limits.length > 0 ? sensors[0] : undefined
  if (alarms.length === 0 && !ruled) return null
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
      {ruled && <RuleLimits sensor={ruled} {...{ limits, onLevels }} />}
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

/** What is said of an alarm in and beside a chart. */
function useLabels(timezone: string) {
  const translate = useTranslations('alarms')
  const { subject, ruleName, text } = useAlarmWords()
  const timeOf = useSpanTimes(timezone)
  return useMemo(() => {
    const words = (alarm: Alarm, isNamed: boolean): string => {
      const name = ruleName(alarm)
      const about = `${name}: ${text(alarm)}`
      return isNamed || alarm.sensor === null ? `${subject(alarm)} · ${about}` : about
    }
    return {
      timeOf,
      words,
      whole: (alarm: Alarm): string =>
        translate('inCharts.mark', {
          priority:
            alarm.priority === 'journal'
              ? translate('journal')
              : translate('priorityOf', { priority: alarm.priority }),
          time: timeOf(alarm),
          text: isolated(words(alarm, true)),
          isLate: alarm.isLate ? 'yes' : 'no',
        }),
    }
  }, [translate, subject, ruleName, text, timeOf])
}
