import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { useAlarmCounts } from '#kit/web/alarms/alarm-counts.ts'
import { useActiveAlarms, type ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { setSound, useSoundChoice } from './sound-choice.ts'
import { useAlarmSound } from './use-alarm-sound.ts'
import './alarm-banner.css'

/**
 * On every screen: how many alarms of priority 1 nobody has acknowledged, the newest of them, and
 * the way to all. Nothing while there are none.
 */
export function AlarmBanner({ person }: { readonly person: number }) {
  const translate = useTranslations('alarms.banner')
  const { number } = useFormat()
  const { isBlocked } = useAlarmSound(person)
  const { newest, count } = useUrgent()
  const counted = { count, figure: number(count) }
  const text = newest && { subject: newest.sensor.alias, text: newest.text }
  return (
    <>
      {/* What cannot wait interrupts: priority 1 alone is read out so, a flood as its count. */}
      <p className="visually-hidden" aria-live="assertive">
        {text && (count === 1 ? translate('newest', text) : translate('open', counted))}
      </p>
      {newest && text && (
        <section className="alarm-banner" aria-label={translate('open', counted)}>
          <AlarmShape priority={1} state={newest.state} />
          <b>{translate('open', counted)}</b>
          <span className="clip" title={translate('newest', text)}>
            {translate('newest', text)}
          </span>
          {isBlocked && <SoundBlocked />}
          <MuteButton person={person} />
          <Link
            className="button small"
            to="/sensoralarm/alarmlist"
            search={{ priority: '1', state: 'open' }}
          >
            {translate('show')}
          </Link>
        </section>
      )}
    </>
  )
}

/** The newest alarm of priority 1 that waits for somebody, and how many do. */
function useUrgent() {
  const alarms = useActiveAlarms() ?? none
  const counts = useAlarmCounts(alarms)
  const [newest] = alarms
    .filter(({ priority, state }) => priority === 1 && state !== 'acknowledged')
    .toSorted((one, other) => other.since - one.since)
  return { newest, count: counts[1].unacknowledged }
}

const none: readonly ActiveAlarm[] = []

function SoundBlocked() {
  const translate = useTranslations('alarms.sound')
  return <small className="clip">{translate('blocked')}</small>
}

function MuteButton({ person }: { readonly person: number }) {
  const translate = useTranslations('alarms.sound')
  const isOn = useSoundChoice(person)[1]
  const label = translate(isOn ? 'mute' : 'unmute')
  return (
    <button
      type="button"
      className="icon-button small"
      aria-label={label}
      title={label}
      onClick={() => setSound(person, 1, !isOn)}
    >
      <Icon name={isOn ? 'sound' : 'sound-off'} />
    </button>
  )
}
