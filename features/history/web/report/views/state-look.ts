import type { LampColour, Sensor } from '#kit/model/sensor.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import type { Segment, StartState } from '#kit/ui/chart/data/segments.ts'
import type { StateLook } from '#kit/ui/chart/state-chart/state-blocks.tsx'
import type { ChangeSeries } from '../../../contract/routes.ts'

export interface StateWords {
  readonly on: string
  readonly off: string
  readonly changing: string
  readonly colour: (colour: LampColour) => string
}

/**
 * How a state of a lamp or a detector looks, the same as on its widget: a code as configured, or
 * what the device calls it. Lamp colours are for lamps alone; a detector is ink or
 * empty.
 */
export function stateLook(sensor: Sensor, words: StateWords): (state: string | null) => StateLook {
  return (state) => {
    if (state === null) return { colour: 'var(--rail-in)', word: words.changing }
    const word = meaningOf(sensor, state)?.word
    if (sensor.type === 'lamp') {
      const colour = lampColourOf(sensor, state)
      const isCode = colour === null || !Number.isNaN(Number(state))
      return {
        colour: `var(--lamp-${colour ?? 'grey'})`,
        word: word ?? (isCode ? state : words.colour(colour)),
      }
    }
    return {
      colour: isOn(state) ? 'var(--ink-3)' : 'var(--lamp-off)',
      word: word ?? (isOn(state) ? words.on : words.off),
    }
  }
}

/**
 * States of a sensor that speaks in words: every change lasts until the next one, the newest until
 * `end`; while it has no value it is in none. With `start` the time before the first change is
 * known too, unless older changes were left out.
 */
export function segmentsOfChanges(
  series: ChangeSeries,
  end: number,
  start: StartState | null,
): Segment[] {
  const lead = start && !series.truncated ? [{ ...start, to: series.rows.at(-1)?.time ?? end }] : []
  const changes = series.rows
    .flatMap(({ time, current }, index) => {
      const to = series.rows[index - 1]?.time ?? Math.max(end, time)
      return current === null ? [] : [{ from: time, to, state: current }]
    })
    .toReversed()
  return [...lead, ...changes].filter(({ from, to }) => from < to)
}
