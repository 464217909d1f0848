import {
  machineStates,
  type Drive,
  type MachineState,
  type Rhythm,
  type NumberRange,
  type Stop,
} from '../definition.ts'
import { sequence } from './noise.ts'

/**
 * Machines repeat their weeks after this many seconds (6 weeks), which gives running totals a
 * closed form.
 */
export const cycleSeconds = 6 * 7 * 86_400

const hour = 3_600
const day = 86_400

/**
 * What one machine does in a cycle, as consecutive segments in columns. Second 0 is a Monday 00:00
 * of the plant's own time; `onBefore` and `loadBefore` add up what came before each segment.
 */
export interface Timeline {
  readonly starts: Uint32Array
  /** Places in `machineStates`. */
  readonly states: Uint8Array
  readonly loads: Float32Array
  /** Places in `noteTexts`. */
  readonly notes: Uint8Array
  readonly noteTexts: readonly string[]
  readonly onBefore: Uint32Array
  readonly loadBefore: Float64Array
  readonly onPerCycle: number
  readonly loadPerCycle: number
  /** Where the last look-up ended: the next one is usually there or one further. */
  recent: number
}

interface Segment {
  readonly start: number
  readonly state: MachineState
  readonly load: number
  readonly note: string
}

/** Lays out a cycle of a machine; the same seed and rhythm give the same cycle. */
export function createTimeline(seed: number, rhythm: Rhythm): Timeline {
  const segments = [...cycleSegments(rhythm, sequence(seed))]
  const noteTexts = [...new Set(segments.map(({ note }) => note))]
  const timeline = {
    starts: Uint32Array.from(segments, ({ start }) => start),
    states: Uint8Array.from(segments, ({ state }) => machineStates.indexOf(state)),
    loads: Float32Array.from(segments, ({ load }) => load),
    notes: Uint8Array.from(segments, ({ note }) => noteTexts.indexOf(note)),
    noteTexts,
    onBefore: new Uint32Array(segments.length),
    loadBefore: new Float64Array(segments.length),
    onPerCycle: 0,
    loadPerCycle: 0,
    recent: 0,
  }
  segments.forEach(({ start }, index) => {
    timeline.onBefore[index] = timeline.onPerCycle
    timeline.loadBefore[index] = timeline.loadPerCycle
    const length = (segments[index + 1]?.start ?? cycleSeconds) - start
    timeline.onPerCycle += length * driveAt(timeline, index, 'on')
    timeline.loadPerCycle += length * driveAt(timeline, index, 'load')
  })
  return timeline
}

function* cycleSegments(rhythm: Rhythm, random: () => number): Generator<Segment> {
  let at = 0
  let cold = true
  const seconds = ([low, high]: NumberRange) => Math.round((low + random() * (high - low)) * 60)
  while (at < cycleSeconds) {
    const restEnd = endOfRest(rhythm, at)
    if (restEnd > at) {
      yield { start: at, state: 'off', load: 0, note: 'Rest' }
      at = restEnd
      cold = true
      continue
    }
    if (cold && rhythm.warmUp) {
      yield { start: at, state: rhythm.warmUp.state, load: 0, note: 'Warm-up' }
      at += seconds(rhythm.warmUp.minutes)
    }
    cold = false
    const runEnd = Math.min(at + seconds(rhythm.runMinutes), startOfRest(rhythm, at), cycleSeconds)
    const note = pick(rhythm.runNotes, random)
    while (at < runEnd) {
      yield {
        start: at,
        state: 'running',
        load: shiftLoad(rhythm, at) * (0.92 + 0.16 * random()),
        note,
      }
      at = Math.min(runEnd, nextShift(at))
    }
    if (at >= cycleSeconds || endOfRest(rhythm, at) > at) continue
    const stop = pickStop(rhythm.stops, random)
    yield { start: at, state: stop.state, load: 0, note: pick(stop.notes, random) }
    at = Math.min(at + seconds(stop.minutes), startOfRest(rhythm, at))
  }
}

const pick = (notes: readonly string[], random: () => number) =>
  notes[Math.floor(random() * notes.length)] ?? ''

function pickStop(stops: readonly Stop[], random: () => number): Stop {
  let left = random() * stops.reduce((sum, { share }) => sum + share, 0)
  const found = stops.find(({ share }) => (left -= share) < 0) ?? stops[0]
  if (!found) throw new Error('A rhythm needs at least one kind of stop')
  return found
}

/** 0 for Monday to 6 for Sunday. */
const weekdayOf = (second: number) => Math.floor(second / day) % 7
const isWeekend = (second: number) => weekdayOf(second) >= 5

/** Start of the shift after the one of `second`: 06:00, 14:00 or 22:00. */
export function nextShift(second: number): number {
  return (Math.floor((second - 6 * hour) / (8 * hour)) + 1) * 8 * hour + 6 * hour
}

/** 0 for the day shift from 06:00, 1 for the evening from 14:00, 2 for the night from 22:00. */
export function shiftOf(second: number): 0 | 1 | 2 {
  const ofDay = (((second % day) + day) % day) / hour
  return ofDay < 6 || ofDay >= 22 ? 2 : ofDay < 14 ? 0 : 1
}

function shiftLoad({ loads }: Rhythm, second: number): number {
  const load = [loads.day, loads.evening, loads.night][shiftOf(second)] ?? loads.day
  return isWeekend(second) ? load * loads.weekend : load
}

/** When the rest that holds at `second` ends; `second` itself when there is none. */
function endOfRest({ rest }: Rhythm, second: number): number {
  const midnight = Math.floor(second / day) * day
  const ofDay = second - midnight
  if (rest === 'nights' && ofDay >= hour && ofDay < 4.5 * hour) return midnight + 4.5 * hour
  if (rest !== 'weekend-nights') return second
  if (isWeekend(second) && ofDay >= 22 * hour) return Math.min(midnight + 30 * hour, cycleSeconds)
  // The nights after Saturday and Sunday end on Sunday and Monday.
  const weekday = weekdayOf(second)
  if ((weekday === 6 || weekday === 0) && ofDay < 6 * hour) return midnight + 6 * hour
  return second
}

/** When the next rest after `second` begins. */
function startOfRest({ rest }: Rhythm, second: number): number {
  const midnight = Math.floor(second / day) * day
  if (rest === 'nights') return second - midnight < hour ? midnight + hour : midnight + 25 * hour
  if (rest !== 'weekend-nights') return Number.POSITIVE_INFINITY
  const weekday = weekdayOf(second)
  const until = weekday < 5 ? 5 - weekday : 0
  return midnight + until * day + 22 * hour
}

/** Which segment holds the second `position` of the cycle. */
export function segmentAt(timeline: Timeline, position: number): number {
  const { starts, recent } = timeline
  const last = starts.length - 1
  let low = 0
  let high = last
  if (position >= (starts[recent] ?? 0)) {
    if (recent === last || position < (starts[recent + 1] ?? 0)) return recent
    low = recent + 1
    if (low === last || position < (starts[low + 1] ?? 0)) high = low
  } else high = recent - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  timeline.recent = low
  return low
}

const heatOf: Readonly<Record<MachineState, number>> = {
  off: 0,
  heating: 1,
  running: 1,
  waiting: 0.96,
  setup: 0.8,
  fault: 0.72,
  cleaning: 0.78,
}

/** How strongly a segment drives one side of its machine, from 0 to about 1. */
export function driveAt(timeline: Timeline, index: number, drive: Drive): number {
  if (drive === 'load') return timeline.loads[index] ?? 0
  const state = stateOf(timeline, index)
  if (drive === 'heat') return heatOf[state]
  return state === 'running' || state === 'heating' ? 1 : 0
}

export const stateOf = (timeline: Timeline, index: number): MachineState =>
  machineStates[timeline.states[index] ?? 0] ?? 'off'

export const noteOf = (timeline: Timeline, index: number): string =>
  timeline.noteTexts[timeline.notes[index] ?? 0] ?? ''
