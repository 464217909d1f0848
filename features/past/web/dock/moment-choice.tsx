import { Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { instantOf, day, localOf } from '#kit/model/time/zone.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Player } from '#kit/web/live/recording/player.ts'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'

const CalendarField = lazyComponent(() => import('./calendar-field.tsx'))

/** The wall clock of a moment as the field writes it: `2026-11-20T06:00`. */
const fieldText = (at: number, zone: string) =>
  new Date(localOf(at, zone)).toISOString().slice(0, 16)

/** Date and time to choose from a calendar or to type, and the days beside. */
export function MomentChoice({ player }: { readonly player: Player }) {
  const translate = useTranslations('past.choice')
  const { zone, weekday } = useFormat()
  const [at, setAt] = useState(() => minuteOf(player.wanted()))
  useEffect(() => {
    const follow = () => setAt(minuteOf(player.wanted()))
    follow()
    return player.onMoment(follow)
  }, [player])
  const choose = (text: string) => {
    const local = Date.parse(`${text}Z`)
    if (!Number.isNaN(local) && text !== fieldText(at, zone)) player.seek(instantOf(local, zone))
  }
  // The same time of another day, also where clocks change in between.
  const goDays = (days: number) => {
    const wanted = player.wanted()
    player.seek(instantOf(localOf(wanted, zone) + days * day, zone))
  }
  return (
    <>
      <Suspense fallback={<span className="time-field" />}>
        <CalendarField
          className="time-field"
          text={fieldText(at, zone)}
          label={translate('label')}
          maximum={fieldText(serverClock.now(), zone)}
          mayBeEmpty={false}
          onChange={choose}
        />
      </Suspense>
      <span className="time-days">
        <button
          type="button"
          className="icon-button small"
          aria-label={translate('dayBefore')}
          onClick={() => goDays(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <span>{weekday(at)}</span>
        <button
          type="button"
          className="icon-button small"
          aria-label={translate('dayAfter')}
          onClick={() => goDays(1)}
        >
          <Icon name="chevron-right" />
        </button>
      </span>
    </>
  )
}

const minuteOf = (at: number) => Math.floor(at / 60_000) * 60_000
