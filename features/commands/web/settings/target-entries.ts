import type { DescribedTarget } from '#features/commands/contract/routes.ts'
import { randomUuid } from '#kit/web/browser/random-uuid.ts'

/** A target as it is in its fields. */
export interface TargetEntry {
  /** Of this page alone. */
  readonly key: string
  readonly name: string
  readonly type: DescribedTarget['type']
  readonly unit: string
  readonly minimum: string
  readonly maximum: string
}

export const newTarget = (): TargetEntry => ({
  ...{ key: randomUuid(), name: '', type: 'number', unit: '', minimum: '', maximum: '' },
})

/** `write` puts a number into a field. */
export function writeTargets(
  targets: readonly DescribedTarget[],
  write: (value: number) => string,
): TargetEntry[] {
  const limit = (value: number | null) => (value === null ? '' : write(value))
  return targets.map((target) => ({
    ...{ ...target, key: randomUuid() },
    ...{ minimum: limit(target.minimum), maximum: limit(target.maximum) },
  }))
}

type Read =
  | { readonly targets: readonly DescribedTarget[] }
  | { readonly problem: 'nameMissing' | 'nameTwice' | 'noNumber' | 'limitsCross' }

/** `read` takes a number from a field: undefined where there is none, null where it is empty. */
export function readTargets(
  entries: readonly TargetEntry[],
  read: (text: string) => number | null | undefined,
): Read {
  const targets: DescribedTarget[] = []
  for (const { name: typed, type, unit, ...limits } of entries) {
    const name = typed.trim()
    const isNumber = type === 'number' || type === 'integer'
    const minimum = isNumber ? read(limits.minimum) : null
    const maximum = isNumber ? read(limits.maximum) : null
    if (name === '') return { problem: 'nameMissing' }
    if (targets.some((target) => target.name === name)) return { problem: 'nameTwice' }
    if (minimum === undefined || maximum === undefined) return { problem: 'noNumber' }
    if (minimum !== null && maximum !== null && minimum > maximum) return { problem: 'limitsCross' }
    targets.push({ name, type, unit: isNumber ? unit.trim() : '', minimum, maximum })
  }
  return { targets }
}
