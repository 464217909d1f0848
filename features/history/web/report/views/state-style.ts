import type { LampColour, Sensor } from '#kit/model/sensor.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import type { StateStyle } from '#kit/ui/chart/state-chart/state-style.ts'

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
export function stateStyle(
  sensor: Sensor,
  words: StateWords,
): (state: string | null) => StateStyle {
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
