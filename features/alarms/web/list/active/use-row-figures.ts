import { useMemo } from 'react'
import { day } from '#kit/model/time/zone.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useLiveNodes } from '#kit/web/live/index.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { durationOf } from '../../words/alarm-state.ts'
import { usePresentValue } from '../../words/use-present-value.ts'

/**
 * What changes in a row by itself: its time, which has a date from midnight on, its age, its
 * duration, the present value of its sensor.
 */
export function useRowFigures(alarm: Alarm) {
  const format = useFormat()
  const presentOf = usePresentValue()
  const time = useOnce(() => new LiveElement())
  const age = useOnce(() => new LiveElement())
  const duration = useOnce(() => new LiveElement())
  const value = useOnce(() => new LiveElement())
  const sensorId = alarm.sensor?.id ?? null
  const deviceId = alarm.device.id
  const ids = useMemo(
    () => ({ sensorIds: sensorId === null ? [] : [sensorId], deviceIds: [deviceId] }),
    [sensorId, deviceId],
  )
  const ref = useLiveNodes<HTMLDivElement>(ids, (now) => {
    time.text(format.moment(alarm.since, now, 'second'))
    age.text(ageOf(format, alarm.since, now))
    duration.text(format.duration(durationOf(alarm, now)))
    const present = presentOf(alarm, now)
    value.text(present.text)
    value.attribute('title', present.text)
    value.attribute('data-doubtful', present.isDoubtful ? '' : null)
  })
  return { ref, time, age, duration, value }
}

/** How long ago it came, in words; of what is older than a day too, whose date is beside. */
function ageOf(format: ReturnType<typeof useFormat>, since: number, now: number): string {
  return now - since < day ? format.relative(since, now) : format.elapsed(since, now)
}
