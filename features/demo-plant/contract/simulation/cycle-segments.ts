import type { MachineState, MachineSchedule, Stop, NumberRange } from '../machine-schedule.ts'
import { cycleSeconds, endOfRest, startOfRest, shiftLoad, nextShift } from './working-time.ts'

interface Segment {
  readonly start: number
  readonly state: MachineState
  readonly load: number
  readonly note: string
}

export function* cycleSegments(
  schedule: MachineSchedule,
  random: () => number,
): Generator<Segment> {
  let at = 0
  let cold = true
  const seconds = ([low, high]: NumberRange) => Math.round((low + random() * (high - low)) * 60)
  while (at < cycleSeconds) {
    const restEnd = endOfRest(schedule, at)
    if (restEnd > at) {
      yield { start: at, state: 'off', load: 0, note: 'Rest' }
      at = restEnd
      cold = true
      continue
    }
    if (cold && schedule.warmUp) {
      yield { start: at, state: schedule.warmUp.state, load: 0, note: 'Warm-up' }
      at += seconds(schedule.warmUp.minutes)
    }
    cold = false
    const runEnd = Math.min(
      at + seconds(schedule.runMinutes),
      startOfRest(schedule, at),
      cycleSeconds,
    )
    const note = pick(schedule.runNotes, random)
    while (at < runEnd) {
      yield {
        start: at,
        state: 'running',
        load: shiftLoad(schedule, at) * (0.92 + 0.16 * random()),
        note,
      }
      at = Math.min(runEnd, nextShift(at))
    }
    if (at >= cycleSeconds || endOfRest(schedule, at) > at) continue
    const stop = pickStop(schedule.stops, random)
    yield { start: at, state: stop.state, load: 0, note: pick(stop.notes, random) }
    at = Math.min(at + seconds(stop.minutes), startOfRest(schedule, at))
  }
}

const pick = (notes: readonly string[], random: () => number) =>
  notes[Math.floor(random() * notes.length)] ?? ''

function pickStop(stops: readonly Stop[], random: () => number): Stop {
  let left = random() * stops.reduce((sum, { share }) => sum + share, 0)
  const found = stops.find(({ share }) => (left -= share) < 0) ?? stops[0]
  if (!found) throw new Error('A schedule needs at least one kind of stop')
  return found
}
