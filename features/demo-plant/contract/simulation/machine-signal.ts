import type { Signal } from '../signal.ts'
import { cycleSeconds } from './working-time.ts'
import { driveAt, noteOf, segmentAt, stateOf, type Timeline } from './timeline.ts'
import type { RawSignal } from './raw-signal.ts'

const weekMs = 7 * 86_400_000
const cycleMs = cycleSeconds * 1_000
export const positionOf = (time: number) => (time - Math.floor(time / cycleMs) * cycleMs) / 1_000

type MachineSignal = Extract<Signal, { kind: 'state' | 'total' | 'hours' | 'note' }>

export function machineSignal(signal: MachineSignal, timeline: Timeline): RawSignal {
  const nextChange = (time: number) => {
    const position = positionOf(time)
    return Math.round(
      time +
        ((timeline.starts[segmentAt(timeline, position) + 1] ?? cycleSeconds) - position) * 1_000,
    )
  }
  switch (signal.kind) {
    case 'state':
      return { at: (time) => signal.codes[stateAt(timeline, time)], nextChange }
    case 'note':
      return {
        at: (time) =>
          signal.words[stateAt(timeline, time)] ??
          noteOf(timeline, segmentAt(timeline, positionOf(time))),
        nextChange,
      }
    case 'hours':
      return { at: (time) => signal.start + Math.floor(onSeconds(timeline, time)) }
    case 'total':
      return { at: (time) => total(signal, timeline, time) }
  }
}

const stateAt = (timeline: Timeline, time: number) =>
  stateOf(timeline, segmentAt(timeline, positionOf(time)))

function onSeconds(timeline: Timeline, time: number): number {
  const position = positionOf(time)
  const index = segmentAt(timeline, position)
  const inSegment = driveAt(timeline, index, 'on') * (position - (timeline.starts[index] ?? 0))
  return (
    Math.floor(time / cycleMs) * timeline.onPerCycle + (timeline.onBefore[index] ?? 0) + inSegment
  )
}

/** Seconds at full load since the calendar began. */
function loadSeconds(timeline: Timeline, time: number): number {
  const position = positionOf(time)
  const index = segmentAt(timeline, position)
  const inSegment = driveAt(timeline, index, 'load') * (position - (timeline.starts[index] ?? 0))
  return (
    Math.floor(time / cycleMs) * timeline.loadPerCycle +
    (timeline.loadBefore[index] ?? 0) +
    inSegment
  )
}

function total(
  signal: Extract<Signal, { kind: 'total' }>,
  timeline: Timeline,
  time: number,
): number {
  const perSecond = signal.perHour / 3_600
  if (signal.resetWeeks === undefined) return signal.start + perSecond * loadSeconds(timeline, time)
  // Reset at the begin of Monday's day shift, when the crew takes over.
  const begin = 6 * 3_600_000
  const span = signal.resetWeeks * weekMs
  const lastReset = Math.floor((time - begin) / span) * span + begin
  return perSecond * (loadSeconds(timeline, time) - loadSeconds(timeline, lastReset))
}
