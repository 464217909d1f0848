import { isObject } from '#kit/server/documents/document-value.ts'
import { maximumFields } from '../../../../../contract/kinds/mqtt/limits.ts'
import type { SensorHint } from '../../../../../contract/kinds/mqtt/mapping.ts'
import { statedOf } from './recogniser.ts'

/** Units of SenML (RFC 8428, 12.1) that people write otherwise. */
const written: Readonly<Record<string, string>> = { Cel: '°C', '%RH': '%', '/': '' }
const maximumUnitLength = 32

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Units of the sensors that the records of SenML packs name, base units included. */
export function senmlHints(packs: readonly unknown[]): SensorHint[] {
  const units = new Map<string, string>()
  for (const pack of packs) {
    let base = ''
    for (const record of Array.isArray(pack) ? pack : []) {
      if (!isObject(record)) continue
      base = textOf(record['bu']) || base
      const unit = textOf(record['u']) || base
      const key = textOf(record['n'])
      if (key !== '' && unit !== '' && 'v' in record)
        units.set(key, statedOf(written, unit) ?? unit)
    }
  }
  return [...units]
    .filter(([, unit]) => unit.length <= maximumUnitLength)
    .slice(0, maximumFields)
    .map(([key, unit]) => ({ key, alias: '', unit, type: null }))
}
