import type { PlantDevice } from '../definition.ts'
import type { ProcessSignal, Signal } from '../signal.ts'
import { seedOf, smoothNoise } from './noise.ts'
import { lagAt, createLag, processNoise } from './process-value.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { shiftOf } from './working-time.ts'
import type { RawSignal, NumericSignal } from './raw-signal.ts'
import { levelSignal, levelCycle, isRising } from './level-signal.ts'
import { batchSignal, nextShiftMs } from './shift-signals.ts'
import { machineSignal, positionOf } from './machine-signal.ts'

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
    const schedule = this.#device.machines[machine]
    if (!schedule) throw new Error(`${this.#device.lesiId} has no machine ${machine}`)
    const timeline = createTimeline(seedOf(this.#seed, `machine ${machine}`), schedule)
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
