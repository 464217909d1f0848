import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import type { Player } from '#kit/web/live/recording/player.ts'
import { speeds, type Speed } from '#kit/web/live/recording/player-state.ts'
import { toggle } from '../use-past-keys.ts'
import { usePlayerState } from '../use-player.ts'
import type { Timeline } from './use-events.ts'

interface PlayControlsProps {
  readonly player: Player
  readonly timeline: Timeline
}

/** Back and on by events and by readings, play both ways, pause, speed. */
export function PlayControls({ player, timeline }: PlayControlsProps) {
  const translate = useTranslations('past.play')
  const { isPlaying, direction, isLoading } = usePlayerState(player)
  const isBack = isPlaying && direction === -1
  const button = (name: 'eventBefore' | 'stepBack' | 'stepOn' | 'eventAfter', icon: IconName) => (
    <button
      type="button"
      className="icon-button"
      data-control={name}
      aria-label={translate(name)}
      title={translate(`${name}Tip`)}
      onClick={actions[name]}
    >
      <Icon name={icon} />
    </button>
  )
  const actions = {
    eventBefore: () => timeline.goTo(-1),
    stepBack: () => void player.step(-1),
    stepOn: () => void player.step(1),
    eventAfter: () => timeline.goTo(1),
  }
  const main = isPlaying ? 'pause' : 'play'
  return (
    <>
      {button('eventBefore', 'event-before')}
      {button('stepBack', 'chevron-left')}
      <button
        type="button"
        className="icon-button"
        data-control="back"
        aria-pressed={isBack}
        aria-label={translate('back')}
        title={translate('backTip')}
        onClick={() => (isBack ? player.pause() : player.play(-1))}
      >
        <Icon name="play-back" />
      </button>
      <button
        type="button"
        className="icon-button time-go"
        aria-label={translate(main)}
        title={translate(`${main}Tip`)}
        data-loading={isLoading || undefined}
        onClick={() => (isPlaying ? toggle(player) : player.play(1))}
      >
        <Icon name={main} />
      </button>
      {button('stepOn', 'chevron-right')}
      {button('eventAfter', 'event-after')}
      <Speeds player={player} />
    </>
  )
}

function Speeds({ player }: Pick<PlayControlsProps, 'player'>) {
  const translate = useTranslations('past.play')
  const { speed } = usePlayerState(player)
  const next: Speed = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
  return (
    <>
      <div className="segmented time-speeds" role="group" aria-label={translate('speed')}>
        {speeds.map((each) => (
          <button
            key={each}
            type="button"
            className="number"
            aria-pressed={each === speed}
            onClick={() => player.setSpeed(each)}
          >
            {translate('times', { speed: String(each) })}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="button time-speed number"
        aria-label={translate('speedIs', { speed: String(speed) })}
        onClick={() => player.setSpeed(next)}
      >
        {translate('times', { speed: String(speed) })}
      </button>
    </>
  )
}
