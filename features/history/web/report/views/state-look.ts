import type { Sensor } from '#kit/model/sensor.ts'
import type { Segment, StartState } from '#kit/ui/chart/data/segments.ts'
import type { StateLook } from '#kit/ui/chart/state-chart/state-blocks.tsx'
import type { ChangeSeries } from '../../../contract/routes.ts'

export interface StateWords {
  readonly on: string
  readonly off: string
  readonly changing: string
}

/**
 * How a state of a lamp or a detector looks. Lamp colours are for lamps alone; a detector is ink or
 * empty.
 */
export function stateLook(sensor: Sensor, words: StateWords): (state: string | null) => StateLook {
  return (state) => {
    if (state === null) return { colour: 'var(--rail-in)', word: words.changing }
    const meaning = sensor.states[state]
    if (sensor.type === 'lamp')
      return { colour: `var(--lamp-${meaning?.colour ?? 'grey'})`, word: meaning?.word ?? state }
    const isOn = state !== '0'
    return {
      colour: isOn ? 'var(--ink-3)' : 'var(--lamp-off)',
      word: meaning?.word ?? (isOn ? words.on : words.off),
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
