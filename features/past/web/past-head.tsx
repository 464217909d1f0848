import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { conditionOf } from '#kit/web/live/values/freshness.ts'
import { liveHub } from '#kit/web/live/index.ts'
import type { Player } from '#kit/web/live/recording/player.ts'
import { useMomentPaint } from './use-player.ts'

interface PastHeadProps {
  readonly player: Player
  readonly sensors: readonly Sensor[]
  readonly onPresent: () => void
}

/** The moment that is shown, how long ago it was, and how the room is now. */
export function PastHead({ player, sensors, onPresent }: PastHeadProps) {
  const translate = useTranslations('past')
  const format = useFormat()
  const moment = useOnce(() => new LiveElement())
  const ago = useOnce(() => new LiveElement())
  const paint = useCallback(
    (at: number) => {
      moment.text(`${format.weekday(at)} ${formatInstant(at, format.zone)}`)
      ago.text(translate('ago', { duration: format.duration(serverClock.now() - at) }))
    },
    [moment, ago, format, translate],
  )
  useMomentPaint(player, paint)
  // The present goes on while the moment stands.
  useEffect(() => liveHub.everySecond(() => paint(player.wanted())), [player, paint])
  return (
    <header className="past-head">
      <h2>{moment.draw('span', { className: 'number' })}</h2>
      {ago.draw('span', { className: 'past-ago' })}
      <LiveNow sensors={sensors} onPresent={onPresent} />
    </header>
  )
}

/** The one live thing in the past: what is beyond its limits now, and the way back. */
function LiveNow({ sensors, onPresent }: Omit<PastHeadProps, 'player'>) {
  const translate = useTranslations('past')
  const format = useFormat()
  const ids = useMemo(() => sensors.map(({ id }) => id), [sensors])
  useEffect(() => liveHub.watchSensors(ids), [ids])
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const update = () => setCount(liveHub.connection().isLost ? null : countBeyond(sensors))
    update()
    return liveHub.everySecond(update)
  }, [sensors])
  return (
    <div className="past-live">
      <Icon name="live" />
      <span>{translate('liveNow')}</span>
      {count === null ? null : (
        <b className="number">{translate('beyond', { count, figure: format.number(count) })}</b>
      )}
      <button type="button" className="link" onClick={onPresent}>
        {translate('back')}
      </button>
    </div>
  )
}

function countBeyond(sensors: readonly Sensor[]): number {
  const now = liveHub.asOf()
  return sensors.filter((sensor) => {
    const reading = liveHub.store.reading(sensor.id)
    return (
      reading !== undefined &&
      limitBeyond(sensor, reading.value) !== null &&
      conditionOf(liveHub.store, sensor, now) === 'good'
    )
  }).length
}
