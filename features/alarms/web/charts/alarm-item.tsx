import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Alarm } from '../../contract/alarm.ts'
import { PriorityMark } from '../words/priority-mark.tsx'

interface AlarmItemProps {
  readonly alarm: Alarm
  readonly time: string
  readonly words: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One alarm beside a chart; pressed, its span stands out. */
export function AlarmItem({ alarm, time, words, isChosen, onChoose }: AlarmItemProps) {
  const translate = useTranslations('alarms')
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={element} data-chosen={isChosen || undefined}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        <PriorityMark alarm={alarm} />
        <span className="number">{time}</span>
        {alarm.isLate && <span className="chart-alarm-late">{translate('late')}</span>}
      </button>
      <p dir="auto">{words}</p>
    </li>
  )
}
