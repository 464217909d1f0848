import { zoneOffset } from '#kit/model/time/zone.ts'
import { formatMinute } from '#kit/web/formats/format.ts'
import { timeTicks } from '#kit/ui/chart/data/ticks.ts'

interface TimeLabel {
  readonly time: number
  readonly text: string
}

/** Clock times at which a window of time is labelled. */
const maximumLabels = 4
const minuteMs = 60_000

/** Round clock times of a moving window; worked out again once a minute. */
export function createTimeLabels() {
  let key = ''
  let labels: readonly TimeLabel[] = []
  return (from: number, to: number, zone: string): readonly TimeLabel[] => {
    const next = `${Math.floor(to / minuteMs)} ${to - from} ${zone}`
    if (key !== next) {
      key = next
      const { times } = timeTicks(from, to + minuteMs, maximumLabels, (time) =>
        zoneOffset(time, zone),
      )
      labels = times.map((time) => ({ time, text: formatMinute(time, zone) }))
    }
    return labels.filter(({ time }) => time >= from && time <= to)
  }
}
