import type { Reading } from '#kit/model/reading.ts'
import type { Evaluate } from '#kit/server/expression.ts'
import type { Check } from './check.ts'

/**
 * An expression over the newest values of sensors, by their names in it. While one of them has no
 * good value, or the expression gives nothing that is true or false, the check has no result.
 */
export function expressionCheck(
  evaluate: Evaluate,
  names: ReadonlyMap<number, readonly string[]>,
): Check {
  const count = [...names.values()].flat().length
  const values = new Map<string, number | string>()
  const take = ({ sensorId, value, quality }: Reading) => {
    for (const name of names.get(sensorId) ?? [])
      if (value === null || quality === 'bad') values.delete(name)
      else values.set(name, value)
  }
  return {
    next(reading) {
      take(reading)
      return values.size < count ? undefined : truthOf(evaluate, Object.fromEntries(values))
    },
    prime: take,
  }
}

function truthOf(evaluate: Evaluate, values: Record<string, number | string>): boolean | undefined {
  try {
    const result = evaluate(values)
    if (typeof result === 'boolean') return result
    return typeof result === 'number' && Number.isFinite(result) ? result !== 0 : undefined
  } catch {
    return undefined
  }
}
