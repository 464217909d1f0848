import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#kit/model/calls/errors.ts'
import type { NewCalculation } from '../contract/calculation.ts'
import type { StoredCalculation } from './calculations-store.ts'
import { nameOf } from './graph.ts'
import { shownInputs } from './shown-inputs.ts'
import type { Rights } from './validate.ts'

/** 409 where somebody else has changed a calculation since its edit began. */
export function refuseOvertaken(
  stored: readonly StoredCalculation[],
  calculations: readonly NewCalculation[],
  rights: Rights,
): void {
  const present = new Map(stored.map((each) => [nameOf(each), each]))
  const isOvertaken = ({ before, ...calculation }: NewCalculation) => {
    if (before === undefined) return false
    const now = present.get(nameOf(calculation))
    if (!now || before === null) return (now ?? null) !== before
    const shown = { expression: now.expression, inputs: shownInputs(now, rights) }
    return !isDeepStrictEqual(shown, before)
  }
  const overtaken = calculations.find(isOvertaken)
  if (overtaken)
    throw new AppError(
      'conflict',
      `Somebody else has changed ${nameOf(overtaken)} meanwhile; load it again`,
    )
}
