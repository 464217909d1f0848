import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { copyText } from '#kit/web/browser/copy-text.ts'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Player } from '#kit/web/live/recording/player.ts'
import { momentText } from '#kit/web/past/past-moment.ts'
import { toast } from '#kit/web/toast.ts'
import { usePlayerState } from '../use-player.ts'
import { MomentChoice } from './moment-choice.tsx'
import { PlayControls } from './play-controls.tsx'
import { Timeline } from './timeline.tsx'
import { spans } from './timeline-range.ts'
import type { Timeline as TimelineOf } from './use-events.ts'
import './time-dock.css'

interface TimeDockProps {
  readonly player: Player
  readonly events: TimelineOf
  readonly onPresent: () => void
}

/** The controls of time, below the page: what pops up covers the page and never a control. */
export function TimeDock({ player, events, onPresent }: TimeDockProps) {
  const translate = useTranslations('past')
  const share = async () => {
    const address = new URL(location.href)
    address.searchParams.set('at', momentText(player.wanted()))
    const isCopied = await copyText(address.href)
    toast(isCopied ? 'success' : 'error', translate(isCopied ? 'shared' : 'notShared'))
  }
  return (
    <section className="time-dock" aria-label={translate('label')}>
      <Announcement player={player} />
      <Trouble player={player} />
      <Timeline player={player} timeline={events} />
      <div className="time-controls">
        <PlayControls player={player} timeline={events} />
        <MomentChoice player={player} />
        <span className="time-room" />
        <div className="segmented time-spans" role="group" aria-label={translate('span.label')}>
          {spans.map((span) => (
            <button
              key={span}
              type="button"
              aria-pressed={span === events.span}
              onClick={() => events.setSpan(span)}
            >
              {translate(`span.${span}`)}
            </button>
          ))}
        </div>
        <button
          type="button"
          className="button quiet time-share"
          title={translate('shareTip')}
          onClick={() => void share()}
        >
          <Icon name="share" />
          <span>{translate('share')}</span>
        </button>
        <button type="button" className="button time-now" onClick={onPresent}>
          <Icon name="live" />
          {translate('now')}
        </button>
      </div>
      <Legend timeline={events} />
    </section>
  )
}

/** What a screen reader says when the room stands, plays, or has reached the present. */
function Announcement({ player }: Pick<TimeDockProps, 'player'>) {
  const translate = useTranslations('past')
  const format = useFormat()
  const { isPlaying, isLoading, isAtPresent, direction, speed } = usePlayerState(player)
  const status = isPlaying
    ? translate(direction === 1 ? 'playing' : 'playingBack', { speed: String(speed) })
    : isAtPresent
      ? translate('atPresent')
      : translate('shown', { moment: formatInstant(player.wanted(), format.zone) })
  return (
    <p className="visually-hidden" role="status">
      {isLoading ? '' : status}
    </p>
  )
}

function Trouble({ player }: Pick<TimeDockProps, 'player'>) {
  const translate = useTranslations()
  const { failure } = usePlayerState(player)
  if (failure === null) return null
  return (
    <p className="time-trouble" role="alert">
      <Icon name="warning" />
      {translate('past.failed')}
      <button type="button" className="button small" onClick={() => player.seek(player.wanted())}>
        {translate('common.retry')}
      </button>
    </p>
  )
}

function Legend({ timeline: { events } }: { readonly timeline: TimelineOf }) {
  const translate = useTranslations('past.legend')
  const format = useFormat()
  if (!events) return <p className="time-legend">{translate('loading')}</p>
  return (
    <p className="time-legend">
      <span>
        <i className="legend-bar" />
        {translate('events', { duration: format.age(events.bucketMs) })}
      </span>
      <span>
        <i className="legend-limit" />
        {translate('limits')}
      </span>
      <span>
        {[1, 2, 3].map((priority) => (
          <i key={priority} className="legend-alarm" data-priority={priority} />
        ))}
        {translate('alarms')}
      </span>
      <span>
        <i className="legend-outage" />
        {translate('outages')}
      </span>
      <span className="legend-end">{translate('derived')}</span>
    </p>
  )
}
