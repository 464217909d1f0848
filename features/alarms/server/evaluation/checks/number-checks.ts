import type { Reading } from '#kit/model/reading.ts'
import { isHigh, type AlarmCondition } from '../../../contract/condition.ts'
import type { Check } from './check.ts'
import { ExtremesWindow } from './extremes-window.ts'

type Of<Kind extends AlarmCondition['kind']> = Extract<AlarmCondition, { kind: Kind }>

/** A bad reading is no number: it says nothing of a limit, and ends no alarm. */
const numberOf = ({ value, quality }: Reading): number | undefined =>
  typeof value === 'number' && quality !== 'bad' ? value : undefined

/** Beyond `limit`; back when it is within it by the deadband. */
export function limitCheck(level: Of<'limit'>['level'], limit: number, deadband: number): Check {
  const returnLimit = isHigh(level) ? limit - deadband : limit + deadband
  const isUpper = isHigh(level)
  const isBeyond = (value: number, edge: number) => (isUpper ? value > edge : value < edge)
  const below = (high: number) => ({ low: -Infinity, high })
  const above = (low: number) => ({ low, high: Infinity })
  const [neutralInactive, neutralActive] = isUpper
    ? [below(limit), above(returnLimit)]
    : [above(limit), below(returnLimit)]
  return {
    next(reading, isActive) {
      const value = numberOf(reading)
      return value === undefined ? undefined : isBeyond(value, isActive ? returnLimit : limit)
    },
    isThereLate(reading) {
      const value = numberOf(reading)
      return value !== undefined && isBeyond(value, limit)
    },
    neutralBand: (isActive) => (isActive ? neutralActive : neutralInactive),
  }
}

/** Of what a window leaves of the change, on each of its sides; less than half, for rounding. */
const bandShare = 0.49
/** Numbers soon leave what is narrower, and each time a band begins again. */
const worthwhileShare = 0.05

/** Moved by `change` or more within `withinMs`, against any reading of that time. */
export function rateCheck({ direction, change, withinMs }: Of<'rate'>, deadband: number): Check {
  const window = new ExtremesWindow(withinMs)
  return {
    next(reading, isActive) {
      const value = numberOf(reading)
      if (value === undefined) return undefined
      window.add(reading.time, value)
      const needed = isActive ? Math.max(0, change - deadband) : change
      const rise = value - window.minimum
      const fall = window.maximum - value
      return (direction !== 'fall' && rise >= needed) || (direction !== 'rise' && fall >= needed)
    },
    prime(reading) {
      const value = numberOf(reading)
      if (value !== undefined) window.add(reading.time, value)
    },
    setBack({ byMs, now }) {
      if (window.newest > now) window.moveBack(byMs)
    },
    neutralBand(isActive) {
      if (isActive) return null
      // No two numbers of the band differ by the change, and those of the window are in it.
      const { minimum, maximum } = window
      const slack = (change - (maximum - minimum)) * bandShare
      if (!(slack > change * worthwhileShare)) return null
      const band = { low: minimum - slack, high: maximum + slack }
      return band.high - band.low < change ? band : null
    },
  }
}

/** Further than `by` from the other sensor, as soon as both have a value. */
export function deviationCheck(by: number, otherId: number, deadband: number): Check {
  let own: number | undefined
  let other: number | undefined
  const take = (reading: Reading) => {
    const value = numberOf(reading)
    if (reading.sensorId === otherId) other = value
    else own = value
  }
  return {
    next(reading, isActive) {
      take(reading)
      if (own === undefined || other === undefined) return undefined
      return Math.abs(own - other) > (isActive ? Math.max(0, by - deadband) : by)
    },
    prime: take,
  }
}
