import { Checkbox, Popover } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { alarmPriorities, type AlarmPriority } from '#kit/web/alarms/alarm-source.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { hasSound, setSound, useSoundChoice } from './sound-choice.ts'
import { playTone, type Played } from './tone.ts'

/** Which new alarms sound for this person in this browser. */
export function SoundSettings({ person }: { readonly person: number }) {
  const translate = useTranslations('alarms.sound')
  const choice = useSoundChoice(person)
  return (
    <Popover trigger="click" placement="bottomRight" content={<Choices person={person} />}>
      <button type="button" className="button small quiet alarm-sound">
        <Icon name={hasSound(choice) ? 'sound' : 'sound-off'} />
        {translate('title')}
      </button>
    </Popover>
  )
}

function Choices({ person }: { readonly person: number }) {
  const translate = useTranslations('alarms')
  const choice = useSoundChoice(person)
  const [played, setPlayed] = useState<Played>('played')
  return (
    <div className="alarm-sounds" role="group" aria-label={translate('sound.text')}>
      <p>{translate('sound.text')}</p>
      {alarmPriorities.map((priority: AlarmPriority) => (
        <div key={priority}>
          <Checkbox
            checked={choice[priority]}
            onChange={({ target }) => setSound(person, priority, target.checked)}
          >
            {translate('priorityOf', { priority })}
          </Checkbox>
          <button
            type="button"
            className="button small"
            aria-label={translate('sound.tryOf', { priority })}
            onClick={() => void playTone(priority).then(setPlayed)}
          >
            {translate('sound.try')}
          </button>
        </div>
      ))}
      {played !== 'played' && <p role="alert">{translate(`sound.${played}`)}</p>}
    </div>
  )
}
