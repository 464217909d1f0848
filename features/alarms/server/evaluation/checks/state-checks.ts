import { lampColourOf } from '#kit/model/states.ts'
import { staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import type { Reading } from '#kit/model/reading.ts'
import { adjustToSetBack } from '#kit/server/clock-steps/set-back.ts'
import type { AlarmCondition } from '../../../contract/condition.ts'
import type { Check } from './check.ts'

type Of<Kind extends AlarmCondition['kind']> = Extract<AlarmCondition, { kind: Kind }>

/** A value, or the colour of a lamp. */
export function stateCheck(
  { values, colours }: Of<'state'>,
  sensorOf: () => Pick<Sensor, 'states'> | undefined,
): Check {
  const wanted = new Set(values)
  const isColour = (value: number | string) => {
    const colour = lampColourOf(sensorOf() ?? { states: {} }, value)
    return colour !== null && colours.includes(colour)
  }
  const next = ({ value, quality }: Reading) =>
    value === null || quality === 'bad'
      ? undefined
      : wanted.has(String(value)) || (colours.length > 0 && isColour(value))
  return { next, isThereLate: (reading) => next(reading) === true }
}

/** The newest reading is bad, or not good. */
export function qualityCheck({ isUncertainToo }: Of<'bad_quality'>): Check {
  const isThere = ({ quality }: Reading) =>
    quality === 'bad' || (isUncertainToo && quality === 'uncertain')
  const all = { low: -Infinity, high: Infinity }
  return {
    next: isThere,
    isThereLate: isThere,
    neutralBand: (isActive) => (isActive ? null : all),
  }
}

/**
 * The value has stayed the same; time counts on the server's clock, from the start of the server or
 * of the rule on. That it has not lasted for long since then says nothing of an alarm from before.
 */
export function noChangeCheck(afterMs: number): Check {
  let value: Reading['value'] | undefined
  let changedAt = Infinity
  /** Whether the value was another before. */
  const take = (reading: Reading, receivedAt: number) => {
    if (reading.value === value) return false
    const isChange = value !== undefined
    value = reading.value
    changedAt = receivedAt
    return isChange
  }
  return {
    isByClock: true,
    next: (reading, _isActive, receivedAt) => (take(reading, receivedAt) ? false : undefined),
    // That it has not changed for long is seen by the clock alone, that it has by a reading.
    at: (now) => (now - changedAt > afterMs ? changedAt + afterMs : undefined),
    setBack: (setBack) => void (changedAt = adjustToSetBack(changedAt, setBack)),
    prime: (reading, receivedAt) => void take(reading, receivedAt),
  }
}

/**
 * Nothing has come, whatever it would have been; time counts on the server's clock, from the start
 * of the server or of the rule on. Only what comes says that something does.
 */
export function noDataCheck(
  { afterMs }: Of<'no_data'>,
  startedAt: number,
  sensorOf: () => Pick<Sensor, 'intervalMs'> | undefined,
): Check {
  // A server that was away has received nothing: that says nothing of the sensor.
  let last = startedAt
  const limitMs = () => afterMs ?? (sensorOf()?.intervalMs ?? Infinity) * staleAfterIntervals
  return {
    isByClock: true,
    next(_reading, _isActive, receivedAt) {
      last = receivedAt
      return false
    },
    at: (now) => (now - last > limitMs() ? last + limitMs() : undefined),
    setBack: (setBack) => void (last = adjustToSetBack(last, setBack)),
    takePresent: (_reading, now) => void (last = now),
  }
}

/** A text has come so often within a time. */
export function repeatedTextCheck({ text, times, withinMs }: Of<'repeated_text'>): Check {
  const found: number[] = []
  // A text that comes again with its time is the same one, sent twice.
  const ofNewestTime = new Set<string>()
  const take = ({ value, time }: Reading) => {
    if (typeof value === 'string' && value.includes(text)) {
      if (time !== found.at(-1)) ofNewestTime.clear()
      // Further ones of a time that has as many change nothing, and are not held in memory.
      if (ofNewestTime.size < times && !ofNewestTime.has(value)) {
        ofNewestTime.add(value)
        found.push(time)
      }
    }
    while (found.length > times || (found[0] ?? time) < time - withinMs) found.shift()
  }
  return {
    next(reading) {
      if (typeof reading.value !== 'string') return undefined
      take(reading)
      return found.length >= times
    },
    at: (now) => (found.length >= times && (found[0] ?? 0) >= now - withinMs ? now : null),
    setBack({ byMs, now }) {
      if ((found.at(-1) ?? 0) > now) found.splice(0, found.length, ...found.map((at) => at - byMs))
    },
    prime: take,
  }
}

/** The device is offline; until that is known nothing is said of it. */
export function offlineCheck(): Check {
  /** Null: it is not. */
  let offlineSince: number | null | undefined
  return {
    next: () => undefined,
    at: () => offlineSince,
    takeStatus(isOffline, since) {
      offlineSince = isOffline ? since : null
    },
    setBack(setBack) {
      if (typeof offlineSince === 'number') offlineSince = adjustToSetBack(offlineSince, setBack)
    },
  }
}
