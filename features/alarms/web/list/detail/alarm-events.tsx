import { useTranslations } from 'use-intl'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm, AlarmEvent } from '../../../contract/alarm.ts'

/** What happened by itself: nobody did it. */
const byItself: ReadonlySet<AlarmEvent['type']> = new Set([
  ...(['raised', 'returned', 'superseded', 'withdrawn', 'suppressed', 'released'] as const),
])

interface AlarmEventsProps {
  readonly alarm: Alarm
  readonly events: readonly AlarmEvent[]
}

/** Everything that happened to an alarm, the oldest first. */
export function AlarmEvents({ alarm, events }: AlarmEventsProps) {
  const translate = useTranslations('alarms')
  const { moment } = useFormat()
  return (
    <section aria-labelledby="alarm-events">
      <h3 id="alarm-events" className="alarm-detail-head">
        {translate('detail.events')}
      </h3>
      <ol className="alarm-events">
        {events.map(({ type, at, by, comment }, index) => (
          // What happened stays, and more comes behind it.
          <li key={index} data-type={type}>
            <span className="number">{moment(at, serverClock.now(), 'second')}</span>
            <span>
              {translate(`event.${nameOf({ type, comment })}`)}
              {by !== null && <b>{by}</b>}
              {by === null && !byItself.has(type) && <i>{translate('detail.server')}</i>}
              {comment !== '' && type !== 'assigned' && <q>{comment}</q>}
            </span>
          </li>
        ))}
      </ol>
      {alarm.isLate && <p className="alarm-detail-text">{translate('detail.late')}</p>}
    </section>
  )
}

/** What is stored of taking on and giving back differs by its comment alone. */
const nameOf = ({ type, comment }: Pick<AlarmEvent, 'type' | 'comment'>) =>
  type === 'assigned' && comment === '-' ? 'given_back' : type
