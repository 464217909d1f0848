import type { CalculatedSensor, Inputs } from '#features/calculations/contract/calculation.ts'

export const calculationForm = 'calculation'

/** What somebody writes about a calculated sensor. */
export interface CalculationEntries {
  /** It exists already: device and key stay. */
  readonly isPresent: boolean
  readonly thing: string | null
  readonly key: string
  readonly unit: string
  readonly expression: string
  readonly inputs: Inputs
}

export const noEntries: CalculationEntries = {
  ...{ isPresent: false, thing: null, key: '', unit: '', expression: '', inputs: {} },
}

export const entriesOf = ({ thing, key, unit, expression, inputs }: CalculatedSensor) => ({
  ...{ isPresent: true, thing, key, unit, expression, inputs },
})

/** A name for an input after its key, that no other input has: `zone 1/flow` → `zone1flow`. */
export function inputNameOf(key: string, taken: readonly string[]): string {
  const letters = key.replaceAll(/[^a-zA-Z0-9_]/g, '').replace(/^[^a-zA-Z]+/, '')
  const name = letters === '' ? 'x' : letters.slice(0, 24)
  for (let index = 1; ; index++) {
    const candidate = index === 1 ? name : `${name}${index}`
    if (!taken.includes(candidate)) return candidate
  }
}
