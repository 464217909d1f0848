import { useCallback, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useElementSize } from '#kit/ui/chart/use-element-size.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { formatInstant, withOffset } from '#kit/web/formats/repeated-hour.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Player } from '#kit/web/live/recording/player.ts'
import { useMomentPaint } from '../use-player.ts'
import { TimelineDrawing } from './timeline-drawing.tsx'
import { alarmsAt, countAt, type Timeline as TimelineOf } from './use-events.ts'
import './timeline.css'

interface TimelineProps {
  readonly player: Player
  readonly timeline: TimelineOf
}

const minute = 60_000
const hour = 60 * minute

/** A part of the past to drag through, with where something happened. */
export function Timeline({ player, timeline }: TimelineProps) {
  const translate = useTranslations('past.timeline')
  const [box, { width, height }] = useElementSize<HTMLDivElement>()
  const { from, until } = timeline
  const { head, tip, slider, paint, point, leave } = useTimelinePaint(timeline, width)
  useMomentPaint(player, paint)
  const momentOf = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const share = Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width)))
    return Math.min(until - 1, from + share * (until - from))
  }
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    point(momentOf(event))
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    if ((event.buttons & 1) === 1) player.seek(momentOf(event))
  }
  const onKey = (event: KeyboardEvent) => {
    const next = keyMoment(event.key, player.wanted(), timeline)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    player.seek(next)
  }
  return (
    <div className="timeline" ref={box}>
      <TimelineDrawing timeline={timeline} width={width} height={height} />
      {head.draw('div', { className: 'timeline-head number', 'aria-hidden': true })}
      {slider.draw('div', {
        className: 'timeline-slider',
        role: 'slider',
        tabIndex: 0,
        'aria-label': translate('label'),
        'aria-valuemin': from,
        'aria-valuemax': until,
        'aria-valuenow': from,
        onPointerDown: onPointer,
        onPointerMove: onPointer,
        onPointerLeave: leave,
        onKeyDown: onKey,
      })}
      {tip.draw('div', { className: 'timeline-tip number', hidden: true, 'aria-hidden': true })}
    </div>
  )
}

/** Where a key leads; null: it means nothing here. */
function keyMoment(key: string, at: number, { from, until }: TimelineOf): number | null {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: -minute, ArrowRight: minute, ArrowDown: -minute, ArrowUp: minute },
    ...{ PageDown: -hour, PageUp: hour },
  }
  if (key === 'Home') return from
  if (key === 'End') return until - 1
  const step = steps[key]
  return step === undefined ? null : at + step
}

/** With its offset in an hour that comes twice. */
const clockAt = (at: number, { clock, zone }: ReturnType<typeof useFormat>) =>
  withOffset(clock(at), at, zone)

/** What of the timeline changes without React. */
function useTimelinePaint({ from, until, events }: TimelineOf, width: number) {
  const translate = useTranslations('past.timeline')
  const format = useFormat()
  const head = useOnce(() => new LiveElement())
  const tip = useOnce(() => new LiveElement())
  const slider = useOnce(() => new LiveElement())
  const paint = useCallback(
    (at: number) => {
      const x = ((at - from) / (until - from)) * width
      head.style('--x', `${x.toFixed(1)}px`)
      head.attribute('data-time', clockAt(at, format))
      slider.attribute('aria-valuenow', String(Math.floor(at / 1_000) * 1_000))
      slider.attribute('aria-valuetext', formatInstant(at, format.zone))
    },
    [head, slider, format, from, until, width],
  )
  const countWords = (count: number) => ({ count, figure: format.number(count) })
  const point = (at: number) => {
    const x = ((at - from) / (until - from)) * width
    const index = events ? Math.floor((at - events.from) / events.bucketMs) : -1
    const isOf = events !== undefined && index >= 0
    const count = isOf ? countAt(events, index) : 0
    const begun = isOf ? alarmsAt(events, index) : 0
    const alarms = begun > 0 ? [translate('alarms', countWords(begun))] : []
    const parts = events
      ? (['limits', 'qualities', 'gaps', 'states'] as const).flatMap((name) => {
          const each = events[name][index] ?? 0
          return each > 0 ? [translate(name, countWords(each))] : []
        })
      : []
    tip.style('--x', `${Math.max(90, Math.min(width - 90, x)).toFixed(0)}px`)
    tip.text([clockAt(at, format), ...alarms, ...(count > 0 ? parts : [])].join(' · '))
    tip.attribute('hidden', null)
  }
  return { head, tip, slider, paint, point, leave: () => tip.attribute('hidden', '') }
}
