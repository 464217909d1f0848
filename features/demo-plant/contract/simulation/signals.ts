import type { PlantDevice, ProcessSignal, Signal } from '../definition.ts'
import { hashUnit, seedOf, smoothNoise } from './noise.ts'
import { lagAt, createLag, processNoise } from './process-value.ts'
import {
  cycleSeconds,
  driveAt,
  createTimeline,
  nextShift,
  noteOf,
  segmentAt,
  shiftOf,
  stateOf,
  type Timeline,
} from './timeline.ts'

/** Where the plant's calendar begins: a Monday, 00:00. Times below count milliseconds from here. */
export const plantEpoch = Date.UTC(2026, 0, 5)

/** A sensor before rounding, limits and failures. */
export interface RawSignal {
  /** Value at a moment (ms of the plant's calendar). */
  readonly at: (time: number) => number | string
  /** When the value may change next; only for signals that hold between changes. */
  readonly nextChange?: (time: number) => number
  /** How strongly the machine behind it is driven, for excursions that need a running machine. */
  readonly drive?: (time: number) => number
}

type NumericSignal = RawSignal & { readonly at: (time: number) => number }

const weekMs = 7 * 86_400_000
const cycleMs = cycleSeconds * 1_000
const positionOf = (time: number) => (time - Math.floor(time / cycleMs) * cycleMs) / 1_000

/** Builds the signals of one device; sensors that refer to each other share what they need. */
export class DeviceSignals {
  readonly #seed: number
  readonly #device: PlantDevice
  readonly #timelines = new Map<string, Timeline>()

  constructor(seed: number, device: PlantDevice) {
    this.#seed = seedOf(seed, device.lesiId)
    this.#device = device
  }

  build(key: string): RawSignal {
    const signal = this.#device.sensors.find((sensor) => sensor.key === key)?.signal
    if (!signal) throw new Error(`${this.#device.lesiId} has no sensor ${key}`)
    switch (signal.kind) {
      case 'process':
        return this.#process(signal, seedOf(this.#seed, key))
      case 'level':
        return levelSignal(signal, seedOf(this.#seed, key))
      case 'filling':
      case 'cycles':
        return this.#ofLevel(signal)
      case 'derived':
        return this.#derived(signal, seedOf(this.#seed, key))
      case 'batch':
        return batchSignal(signal.prefix)
      case 'shift':
        return { at: (time) => signal.words[shiftOf(time / 1_000)], nextChange: nextShiftMs }
      default:
        return machineSignal(signal, this.#timeline(signal.machine))
    }
  }

  #timeline(machine: string): Timeline {
    const cached = this.#timelines.get(machine)
    if (cached) return cached
    const rhythm = this.#device.machines[machine]
    if (!rhythm) throw new Error(`${this.#device.lesiId} has no machine ${machine}`)
    const timeline = createTimeline(seedOf(this.#seed, `machine ${machine}`), rhythm)
    this.#timelines.set(machine, timeline)
    return timeline
  }

  #process(signal: ProcessSignal, seed: number): NumericSignal {
    const lag = createLag(this.#timeline(signal.machine), signal.drive, signal.lagMs)
    const drive = (time: number) => lagAt(lag, positionOf(time))
    const range = signal.full - signal.rest
    // What rests at zero is silent there: no flow, no noise of a flow.
    const noiseAtRest = signal.rest === 0 ? 0 : 0.5
    const at = (time: number) => {
      const driven = lagAt(lag, positionOf(time))
      const { wander, quick } = processNoise(seed, signal, time, time % 86_400_000)
      return (
        signal.rest +
        range * driven +
        (wander + quick) * (noiseAtRest + (1 - noiseAtRest) * Math.min(1, driven))
      )
    }
    return { at, drive }
  }

  #ofLevel(signal: Extract<Signal, { kind: 'filling' | 'cycles' }>): NumericSignal {
    const level = this.#device.sensors.find((sensor) => sensor.key === signal.of)?.signal
    if (level?.kind !== 'level')
      throw new Error(`${signal.of} of ${this.#device.lesiId} is not a level`)
    const seed = seedOf(this.#seed, signal.of)
    if (signal.kind === 'cycles')
      return { at: (time) => signal.start + levelCycle(level, seed, time).cycle }
    const { rate } = signal
    const flow = (time: number) =>
      rate === undefined ? 1 : rate * (1 + 0.03 * smoothNoise(seed + 7, time / 40_000))
    const at = (time: number) => (isRising(levelCycle(level, seed, time)) ? flow(time) : 0)
    if (rate !== undefined) return { at }
    const nextChange = (time: number) => {
      const cycle = levelCycle(level, seed, time)
      return cycle.start + (isRising(cycle) ? cycle.riseMs : level.periodMs)
    }
    return { at, nextChange }
  }

  #derived(
    { of, factor, offset, jitter }: Extract<Signal, { kind: 'derived' }>,
    seed: number,
  ): RawSignal {
    const source = this.build(of)
    return {
      at: (time) =>
        Number(source.at(time)) * factor + offset + jitter * smoothNoise(seed, time / 2_500),
    }
  }
}

type LevelSignal = Extract<Signal, { kind: 'level' }>

interface LevelCycle {
  readonly cycle: number
  readonly start: number
  /**
   * How much of the cycle has passed, and in how much of it, from its start, the level rises; ms,
   * whole seconds.
   */
  readonly intoMs: number
  readonly riseMs: number
}

function levelCycle({ periodMs, rise }: LevelSignal, seed: number, time: number): LevelCycle {
  const cycle = Math.floor(time / periodMs)
  const riseMs =
    Math.round(((rise[0] + hashUnit(seed + 2, cycle) * (rise[1] - rise[0])) * periodMs) / 1_000) *
    1_000
  return { cycle, start: cycle * periodMs, intoMs: time - cycle * periodMs, riseMs }
}

const isRising = ({ intoMs, riseMs }: LevelCycle) => intoMs < riseMs

function levelSignal(signal: LevelSignal, seed: number): NumericSignal {
  const { low, high, periodMs } = signal
  const bottom = (cycle: number) => low[0] + hashUnit(seed, cycle) * (low[1] - low[0])
  const top = (cycle: number) => high[0] + hashUnit(seed + 1, cycle) * (high[1] - high[0])
  const ripple = (high[1] - low[0]) * 0.012
  return {
    at: (time) => {
      const { cycle, intoMs, riseMs } = levelCycle(signal, seed, time)
      const peak = top(cycle)
      const level =
        intoMs < riseMs
          ? bottom(cycle) + (peak - bottom(cycle)) * (intoMs / riseMs)
          : peak + (bottom(cycle + 1) - peak) * ((intoMs - riseMs) / (periodMs - riseMs))
      return (
        level +
        ripple *
          (0.8 * smoothNoise(seed + 3, time / 300_000) + 0.2 * smoothNoise(seed + 4, time / 9_000))
      )
    },
  }
}

const nextShiftMs = (time: number) => nextShift(time / 1_000) * 1_000

/** One code per shift: prefix, date of the shift's begin, A, B or C. */
function batchSignal(prefix: string): RawSignal {
  return {
    at: (time) => {
      const begin = new Date(plantEpoch + nextShiftMs(time) - 8 * 3_600_000).toISOString()
      const day = begin.slice(2, 10).replaceAll('-', '')
      return `${prefix}-${day}-${'ABC'[shiftOf(time / 1_000)] ?? 'A'}`
    },
    nextChange: nextShiftMs,
  }
}

type MachineSignal = Extract<Signal, { kind: 'state' | 'total' | 'hours' | 'note' }>

function machineSignal(signal: MachineSignal, timeline: Timeline): RawSignal {
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
