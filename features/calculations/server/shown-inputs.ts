import type { CalculationBefore } from '../contract/calculation.ts'
import type { StoredCalculation } from './calculations-store.ts'
import type { Rights } from './validate.ts'

/** The inputs of a calculation; those of devices that are not open to the reader are starred. */
export function shownInputs(
  { thing, inputs }: Pick<StoredCalculation, 'thing' | 'inputs'>,
  { catalogue, mayUseDevice }: Pick<Rights, 'catalogue' | 'mayUseDevice'>,
): CalculationBefore['inputs'] {
  const shown = Object.entries(inputs).map(([name, input]) => {
    const device = catalogue.device(input.thing)
    const isHidden = input.thing !== thing && (!device || !mayUseDevice(device.id))
    return [name, isHidden ? { thing: '***', key: '***' } : input] as const
  })
  return Object.fromEntries(shown)
}
