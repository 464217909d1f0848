import { machineStates, type MachineState, type MachineSchedule } from '../machine-schedule.ts'
import type { Drive } from '../signal.ts'
import { sequence } from './noise.ts'
import { cycleSegments } from './cycle-segments.ts'
import { cycleSeconds } from './working-time.ts'

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

/** Lays out a cycle of a machine; the same seed and schedule give the same cycle. */
export function createTimeline(seed: number, schedule: MachineSchedule): Timeline {
  const segments = [...cycleSegments(schedule, sequence(seed))]
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
