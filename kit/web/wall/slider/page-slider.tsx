import { useEffect, useState, type CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { useMedia } from '../../browser/use-media.ts'
import { serverClock } from '../../clock/server-clock.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import { intervals } from './slider.ts'
import type { Slider } from './use-slider.ts'
import './page-slider.css'

/** What follows one another: home pages, or dashboards. */
export type SlideKind = 'page' | 'dashboard'

export interface Slide {
  readonly id: string
  readonly name: string
}

interface PageSliderProps {
  readonly kind: SlideKind
  readonly pages: readonly Slide[]
  readonly shownId: string
  readonly slider: Slider
  readonly onShow: (id: string) => void
}

/** More pages than these are counted, in the place of a dot for each. */
const maximumDots = { wide: 12, phone: 4 } as const
const isPhoneQuery = '(max-width: 639px)'

/** The way to the pages before and after, and auto-play with its pause. */
export function PageSlider({ kind, pages, shownId, slider, onShow }: PageSliderProps) {
  const translate = useTranslations('wall.slider')
  const { isPlaying, isTurning, seconds } = slider
  const maximum = maximumDots[useMedia(isPhoneQuery) ? 'phone' : 'wide']
  const at = pages.findIndex(({ id }) => id === shownId)
  const styles: CSSProperties & Readonly<Record<`--${string}`, string>> = {
    '--slide-seconds': `${seconds}s`,
  }
  return (
    <div
      className="page-slider"
      role="group"
      aria-label={translate('label', { kind })}
      data-playing={isTurning ? '' : undefined}
      style={styles}
    >
      <Step
        icon="chevron-left"
        label={translate('previous', { kind })}
        onPress={() => slider.go(-1)}
      />
      {pages.length <= maximum ? (
        <span className="page-dots">
          {pages.map(({ id, name }) => (
            <button
              key={id === shownId ? `${id} shown` : id}
              type="button"
              aria-label={name}
              aria-current={id === shownId ? 'page' : undefined}
              title={name}
              onClick={() => onShow(id)}
            >
              <i />
            </button>
          ))}
        </span>
      ) : (
        <span className="number page-count">
          {translate('place', { place: at + 1, count: pages.length })}
        </span>
      )}
      <Step icon="chevron-right" label={translate('next', { kind })} onPress={() => slider.go(1)} />
      <Step
        icon={isPlaying ? 'pause' : 'play'}
        label={translate(isPlaying ? 'pause' : 'play', { kind })}
        onPress={isPlaying ? slider.pause : slider.play}
      />
      <MenuButton
        className="page-interval number"
        label={translate('interval', { kind, seconds })}
        choices={intervals.map((each) => ({
          value: String(each),
          label: translate('seconds', { seconds: each }),
        }))}
        current={String(seconds)}
        onChoose={(value) => {
          const chosen = intervals.find((each) => String(each) === value)
          if (chosen !== undefined) slider.setSeconds(chosen)
        }}
      >
        {isTurning ? (
          <Countdown key={`${shownId} ${seconds}`} seconds={seconds} />
        ) : (
          translate('seconds', { seconds })
        )}
        <Icon name="chevron-down" size={12} />
      </MenuButton>
    </div>
  )
}

interface StepProps {
  readonly icon: 'chevron-left' | 'chevron-right' | 'pause' | 'play'
  readonly label: string
  readonly onPress: () => void
}

function Step({ icon, label, onPress }: StepProps) {
  return (
    <button
      type="button"
      className="icon-button small"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Not read out: a screen reader would say a number every second. */
function Countdown({ seconds }: { readonly seconds: number }) {
  const translate = useTranslations('wall.slider')
  const [until] = useState(() => serverClock.elapsed() + seconds * 1_000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((until - serverClock.elapsed()) / 1_000))),
      1_000,
    )
    return () => clearInterval(timer)
  }, [until])
  return <span aria-hidden="true">{translate('nextIn', { seconds: left })}</span>
}
