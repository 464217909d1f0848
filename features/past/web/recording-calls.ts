import {
  maximumPastSensors,
  pastMoment,
  pastNearest,
  pastSpan,
  pastTrends,
} from '#features/past/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { trendColumns, trendWindowMs } from '#kit/web/live/values/sensor-trends.ts'
import type {
  RecordedMoment,
  RecordedSpan,
  RecordingSource,
} from '#kit/web/live/recording/recording-source.ts'

/** A page may have more sensors than a call takes. */
function inParts(sensors: readonly number[]): number[][] {
  const parts: number[][] = []
  for (let first = 0; first < sensors.length; first += maximumPastSensors)
    parts.push(sensors.slice(first, first + maximumPastSensors))
  return parts.length === 0 ? [[]] : parts
}

/** Recordings as the server has them. */
export const recordingCalls: RecordingSource = {
  async moment(sensors, at, signal) {
    const parts = await Promise.all(
      inParts(sensors).map((part) => call(pastMoment, { body: { sensors: part, at } }, { signal })),
    )
    const all = parts.map(({ data }) => data)
    return {
      readings: all.flatMap(({ readings }) => readings),
      previous: all.flatMap(({ previous }) => previous),
      withoutReading: all.flatMap(({ withoutReading }) => withoutReading),
      devices: all.flatMap(({ devices }) => devices),
      closed: all.flatMap(({ closed }) => closed),
    } satisfies RecordedMoment
  },
  async trends(sensors, at, signal) {
    const asked = { at, spanMs: trendWindowMs, columns: trendColumns }
    const parts = await Promise.all(
      inParts(sensors).map((part) =>
        call(pastTrends, { body: { sensors: part, ...asked } }, { signal }),
      ),
    )
    return parts.flatMap(({ data }) => data)
  },
  async span(sensors, request, signal) {
    const parts = await Promise.all(
      inParts(sensors).map((part) =>
        call(pastSpan, { body: { sensors: part, ...request } }, { signal }),
      ),
    )
    return together(parts.map(({ data }) => data))
  },
  async nearest(sensors, request, signal) {
    const parts = await Promise.all(
      inParts(sensors).map((part) =>
        call(pastNearest, { body: { sensors: part, ...request } }, { signal }),
      ),
    )
    const times = parts.flatMap(({ data }) => data.at ?? [])
    if (times.length === 0) return null
    return request.backwards ? Math.max(...times) : Math.min(...times)
  },
}

/** What all parts cover. */
function together(parts: readonly RecordedSpan[]): RecordedSpan {
  const from = Math.max(...parts.map((part) => part.from))
  const until = Math.min(...parts.map((part) => part.until))
  return {
    from,
    until,
    devices: parts
      .flatMap(({ devices }) => devices)
      .toSorted(([, , one], [, , other]) => (one ?? 0) - (other ?? 0)),
    series: parts.flatMap((part) =>
      part.series.map(([id, after, values, qualities]) => {
        const isWithin = (_: unknown, index: number) => {
          const time = part.from + (after[index] ?? 0)
          return time > from && time <= until
        }
        const times = after.filter(isWithin).map((ms) => part.from + ms - from)
        return [id, times, values.filter(isWithin), qualities.filter(isWithin)] as const
      }),
    ),
  }
}
