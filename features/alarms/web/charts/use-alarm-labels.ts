import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { useSpanTimes } from './use-span-times.ts'

/** What is shown of an alarm in and beside a chart. */
export function useAlarmLabels(timezone: string) {
  const translate = useTranslations('alarms')
  const { subject, sentence } = useAlarmWords()
  const timeOf = useSpanTimes(timezone)
  return useMemo(() => {
    const words = (alarm: Alarm, isNamed: boolean): string => {
      const about = sentence(alarm)
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
  }, [translate, subject, sentence, timeOf])
}
