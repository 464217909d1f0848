import { lampColours, type LampColour, type Sensor, type StateMeaning } from './sensor.ts'

type WithStates = Pick<Sensor, 'states'>

/** What the sensor's configuration says about a value, if anything. */
export function meaningOf(sensor: WithStates, value: number | string): StateMeaning | undefined {
  return sensor.states[String(value)]
}

/**
 * The colour that a lamp shows for a value: as configured, or the name of a colour as the device
 * sent it; else not known.
 */
export function lampColourOf(sensor: WithStates, value: number | string): LampColour | null {
  const configured = meaningOf(sensor, value)?.colour
  if (configured) return configured
  const name = String(value).toLowerCase()
  return (
    lampColours.find((colour) => colour === name) ??
    (name === 'none' || name === 'off' ? 'grey' : null)
  )
}

/** Whether a detector's value means "on". */
export function isOn(value: number | string): boolean {
  return typeof value === 'number'
    ? value !== 0
    : !['0', 'off', 'false', 'closed', 'no', ''].includes(value.toLowerCase())
}
