import type { AuditRecord } from '#kit/server/audit.ts'
import type { NewCalculation } from '../contract/calculation.ts'
import type { StoredCalculation } from './calculations-store.ts'
import { nameOf } from './graph.ts'

export const namesShown = 3

export function auditOf(
  calculations: readonly NewCalculation[],
  stored: readonly StoredCalculation[],
): AuditRecord {
  const before = new Map(stored.map((each) => [nameOf(each), each]))
  const about = { action: 'sensor.calculate', entity: 'sensor' } as const
  const [first] = calculations
  if (first && calculations.length === 1) {
    const former = before.get(nameOf(first))
    return {
      ...{ ...about, entityId: nameOf(first), entityName: first.alias ?? first.key },
      ...(former ? { before: snapshot(former) } : {}),
      after: snapshot(first),
    }
  }
  const names = calculations.slice(0, namesShown).map(nameOf)
  const more = calculations.length > namesShown ? ['…'] : []
  const formers = calculations.flatMap((each) => before.get(nameOf(each)) ?? [])
  const listed = (all: readonly (NewCalculation | StoredCalculation)[]) =>
    all.map((each) => ({ sensor: nameOf(each), ...snapshot(each) }))
  return {
    ...{
      ...about,
      entityId: '',
      entityName: `${[...names, ...more].join(', ')} (${calculations.length})`,
    },
    ...{ before: { sensors: listed(formers) }, after: { sensors: listed(calculations) } },
  }
}

export function snapshot({ expression, inputs }: Pick<NewCalculation, 'expression' | 'inputs'>) {
  const named = Object.entries(inputs).map(([name, input]) => `${name} = ${nameOf(input)}`)
  return { expression, inputs: named.join('; ') }
}
