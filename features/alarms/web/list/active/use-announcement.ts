import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import type { AlarmWords } from '../../words/use-alarm-words.ts'
import { announcedAtFirst, announcedThen } from './announced.ts'

/**
 * What a screen reader says of alarms that came since the list was drawn before; `isWhole`: all are
 * in it, else the most important ones.
 */
export function useAnnouncement(
  alarms: readonly Alarm[],
  isWhole: boolean,
  words: AlarmWords,
): string {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const [seen, setSeen] = useState(alarms)
  const [announced, setAnnounced] = useState(() => announcedAtFirst(alarms, isWhole))
  const [text, setText] = useState('')
  if (alarms !== seen) {
    setSeen(alarms)
    const then = announcedThen(announced, alarms, isWhole)
    setAnnounced(then.announced)
    const { added } = then
    const [first] = added
    if (first !== undefined)
      setText(
        added.length === 1
          ? translate('newOne', { subject: words.subject(first), text: words.text(first) })
          : translate('newOnes', { count: added.length, figure: number(added.length) }),
      )
  }
  return text
}
