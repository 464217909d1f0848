import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import type { AlarmWords } from '../../words/use-alarm-words.ts'

/** What a screen reader says of alarms that came since the list was drawn before. */
export function useAnnouncement(alarms: readonly Alarm[], words: AlarmWords): string {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const [seen, setSeen] = useState(alarms)
  const [text, setText] = useState('')
  if (alarms !== seen) {
    setSeen(alarms)
    const before = new Set(seen.map(({ id }) => id))
    const added = alarms.filter(({ id }) => !before.has(id))
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
