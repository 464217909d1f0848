import type {
  CalculatedSensor,
  CalculationBefore,
  Inputs,
} from '#features/calculations/contract/calculation.ts'

export const calculationForm = 'calculation'

/** A sensor of an expression, with its name there as it is typed. */
export interface CalculationInput {
  readonly name: string
  readonly thing: string
  readonly key: string
}

/** What somebody writes about a calculated sensor. */
export interface CalculationEntries {
  /** What it was as the edit began; null: it is a new one. Else device and key stay. */
  readonly before: CalculationBefore | null
  readonly thing: string | null
  readonly key: string
  readonly unit: string
  readonly expression: string
  /** In their order; while they are typed names may be the same. */
  readonly inputs: readonly CalculationInput[]
}

/** The fields of the form that say what was refused of them. */
export const drawnFields = ({ before, inputs }: CalculationEntries): readonly string[] => [
  ...['thing', 'key', 'expression', ...(before === null ? ['unit'] : [])],
  ...inputs.map(({ name }) => `inputs.${name}`),
]

export const noEntries: CalculationEntries = {
  ...{ before: null, thing: null, key: '', unit: '', expression: '', inputs: [] },
}

export const entriesOf = (sensor: CalculatedSensor): CalculationEntries => {
  const { thing, key, unit, expression, inputs } = sensor
  const named = Object.entries(inputs).map(([name, input]) => ({ name, ...input }))
  return { before: { expression, inputs }, thing, key, unit, expression, inputs: named }
}

/** The inputs by their names. */
export const inputsOf = (entered: readonly CalculationInput[]): Inputs =>
  Object.fromEntries(entered.map(({ name, ...input }) => [name, input]))

/** A name that two inputs have; undefined: there is none. */
export const repeatedName = (inputs: readonly CalculationInput[]): string | undefined =>
  inputs.find(({ name }, place) => inputs.findIndex((each) => each.name === name) < place)?.name

/** A name for an input after its key, that no other input has: `zone 1/flow` → `zone1flow`. */
export function inputNameOf(key: string, taken: readonly string[]): string {
  const letters = key.replaceAll(/[^a-zA-Z0-9_]/g, '').replace(/^[^a-zA-Z]+/, '')
  const name = letters === '' ? 'x' : letters.slice(0, 24)
  for (let index = 1; ; index++) {
    const candidate = index === 1 ? name : `${name}${index}`
    if (!taken.includes(candidate)) return candidate
  }
}
