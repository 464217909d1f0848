import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Inputs, SensorName } from '../contract/calculation.ts'
import type { StoredCalculation } from './calculations-store.ts'
import { compile, type Evaluate } from '#kit/server/expression.ts'

interface PlannedInput {
  readonly name: string
  /** null: there is no such sensor now. */
  readonly sensor: Sensor | null
}

/** A calculation with its sensors. */
export interface PlannedCalculation {
  readonly sensor: Pick<Sensor, 'id' | 'type'>
  readonly evaluate: Evaluate
  readonly inputs: readonly PlannedInput[]
  /** What is calculated from devices alone has 0; else one more than its inputs. */
  readonly level: number
  /** Differs when the calculation is another, or has other sensors. */
  readonly identity: string
}

export interface Plan {
  readonly byId: ReadonlyMap<number, PlannedCalculation>
  /** What is calculated from a sensor, by its id. */
  readonly dependents: ReadonlyMap<number, readonly PlannedCalculation[]>
  /** An input of something does not exist now. */
  readonly isIncomplete: boolean
}

const never: Evaluate = () => Number.NaN

/** The sensor with this name, if there is one now. */
export function sensorNamed(
  catalogue: Pick<Catalogue, 'device' | 'sensorByKey'>,
  { thing, key }: SensorName,
): Sensor | undefined {
  const device = catalogue.device(thing)
  return device && catalogue.sensorByKey(device.id, key)
}

/** The inputs of an expression as the catalogue has them now. */
export function plannedInputs(
  catalogue: Pick<Catalogue, 'device' | 'sensorByKey'>,
  inputs: Inputs,
): PlannedInput[] {
  return Object.entries(inputs).map(([name, input]) => ({
    name,
    sensor: sensorNamed(catalogue, input) ?? null,
  }))
}

/**
 * The calculations whose own sensor exists, with their sensors and in which order they go.
 * `compiled` has the expressions that were understood before, by their text.
 */
export function resolve(
  catalogue: Catalogue,
  stored: readonly StoredCalculation[],
  compiled: Map<string, Evaluate>,
): Plan {
  const existing = stored.flatMap((each) => {
    const sensor = catalogue.sensor(each.sensorId)
    return sensor ? [{ ...each, sensor, inputs: plannedInputs(catalogue, each.inputs) }] : []
  })
  const inputsOf = new Map(existing.map(({ sensorId, inputs }) => [sensorId, inputs]))
  const levels = new Map<number, number>()
  const levelOf = (id: number): number => {
    const level = levels.get(id)
    if (level !== undefined) return level
    const inputs = inputsOf.get(id)
    if (!inputs) return -1
    // Cycles are refused when they are saved; one that is there all the same ends here.
    levels.set(id, 0)
    const highest = Math.max(-1, ...inputs.map(({ sensor }) => (sensor ? levelOf(sensor.id) : -1)))
    levels.set(id, highest + 1)
    return highest + 1
  }
  const byId = new Map<number, PlannedCalculation>()
  const dependents = new Map<number, PlannedCalculation[]>()
  for (const { sensor, sensorId, expression, inputs } of existing) {
    const names = inputs.map((input) => `${input.name}=${input.sensor?.id} ${input.sensor?.type}`)
    const planned: PlannedCalculation = {
      ...{ sensor, inputs, level: levelOf(sensorId) },
      evaluate: evaluateOf(expression, inputs, compiled),
      identity: [expression, sensor.type, ...names].join('\n'),
    }
    byId.set(sensorId, planned)
    for (const id of new Set(inputs.flatMap((input) => input.sensor?.id ?? []))) {
      const others = dependents.get(id)
      if (others) others.push(planned)
      else dependents.set(id, [planned])
    }
  }
  const isIncomplete = existing.some(({ inputs }) => inputs.some(({ sensor }) => !sensor))
  return { byId, dependents, isIncomplete }
}

function evaluateOf(
  expression: string,
  inputs: readonly PlannedInput[],
  compiled: Map<string, Evaluate>,
): Evaluate {
  const names = inputs.map(({ name }) => name)
  const text = [expression, ...names].join('\n')
  const before = compiled.get(text)
  if (before) return before
  const fresh = compile(expression, names)
  const evaluate = 'evaluate' in fresh ? fresh.evaluate : never
  compiled.set(text, evaluate)
  return evaluate
}
