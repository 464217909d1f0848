import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import { maximumSensorsPerDevice } from '#kit/model/limits.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import {
  maximumCalculations,
  maximumInputs,
  maximumLevels,
  type Inputs,
  type NewCalculation,
} from '../contract/calculation.ts'
import type { StoredCalculation } from './calculations-store.ts'
import { compile } from '#kit/server/expression.ts'
import { cycleFrom, cycleText, levelsOf, nameOf, type Graph } from './graph.ts'
import { sensorNamed } from './plan.ts'

/** What whoever saves calculations may use. */
export interface Rights {
  readonly catalogue: Pick<Catalogue, 'device' | 'sensorByKey'>
  readonly mayUseDevice: (deviceId: number) => boolean
  /** Whether sensors of other devices than that of the calculated one may be inputs. */
  readonly mayCombineDevices: boolean
}

export type Problems = Record<string, FieldError[]>

/** What is wrong with an expression by itself, under the names of its fields. */
export function expressionProblems(
  { catalogue, mayUseDevice, mayCombineDevices }: Rights,
  { thing, expression, inputs }: Pick<NewCalculation, 'thing' | 'expression' | 'inputs'>,
): Problems {
  const problems: Problems = {}
  const compiled = compile(expression, Object.keys(inputs))
  if ('unknown' in compiled)
    problems['expression'] = [fieldError('expression_name', { name: compiled.unknown })]
  else if ('problem' in compiled)
    problems['expression'] = [fieldError('expression', { reason: compiled.problem })]
  if (Object.keys(inputs).length > maximumInputs)
    problems['inputs'] = [fieldError('too_many', { maximum: maximumInputs })]
  for (const [name, input] of Object.entries(inputs)) {
    const sensor = sensorNamed(catalogue, input)
    if (!sensor || !mayUseDevice(sensor.deviceId))
      problems[`inputs.${name}`] = [fieldError('unknown_sensor')]
    else if (input.thing !== thing && !mayCombineDevices)
      problems[`inputs.${name}`] = [fieldError('other_device')]
  }
  return problems
}

/**
 * Problems of several calculations together with those that are stored, by their place. A way
 * around does not name sensors of devices that are closed to whoever saves.
 */
export function graphProblems(
  stored: readonly StoredCalculation[],
  calculations: readonly NewCalculation[],
  { catalogue, mayUseDevice }: Pick<Rights, 'catalogue' | 'mayUseDevice'>,
): Problems {
  const problems: Problems = {}
  const inputNames = (inputs: Inputs) => Object.values(inputs).map(nameOf)
  const all = [...stored, ...calculations]
  const graph: Graph = new Map(all.map((each) => [nameOf(each), inputNames(each.inputs)]))
  if (graph.size > maximumCalculations)
    problems['calculations'] = [fieldError('too_many', { maximum: maximumCalculations })]
  const things = new Map(
    all.flatMap((each) =>
      [each, ...Object.values(each.inputs)].map((of) => [nameOf(of), of.thing]),
    ),
  )
  const shown = (name: string) => {
    const device = catalogue.device(things.get(name) ?? '')
    return device && mayUseDevice(device.id) ? name : '…'
  }
  const cyclic = new Set<number>()
  for (const [index, each] of calculations.entries()) {
    const cycle = cycleFrom(graph, nameOf(each))
    if (!cycle) continue
    cyclic.add(index)
    problems[`calculations.${index}.expression`] = [
      fieldError('calculation_cycle', { path: cycleText(cycle, shown) }),
    ]
  }
  if (cyclic.size > 0) return problems
  const levels = levelsOf(graph)
  const changed = new Set(calculations.map(nameOf))
  const isTooHigh = [...levels].some(([, level]) => level > maximumLevels)
  if (isTooHigh)
    for (const [index, each] of calculations.entries())
      if (changed.has(nameOf(each)))
        problems[`calculations.${index}.expression`] ??= [
          fieldError('calculation_levels', { maximum: maximumLevels }),
        ]
  return problems
}

/** Whether a device has room for so many further sensors. */
export function hasRoomFor(present: number, more: number): boolean {
  return present + more <= maximumSensorsPerDevice
}
