import type {
  ConfigurationChange,
  ConfigurationField,
} from '#features/sensors/contract/configuration.ts'
import type { FieldError } from '#kit/model/calls/field-errors.ts'
import type { ApiError } from '#kit/web/calls/api-error.ts'

export interface RefusedField {
  readonly sensorId: number
  readonly field: ConfigurationField
  readonly error: FieldError
}

/**
 * Which fields of these changes the server did not take. Of a sensor that it does not take at all,
 * as it is gone or closed by now, all: together with it nothing else can be saved.
 */
export function refusedOf(
  error: ApiError,
  changes: readonly ConfigurationChange[],
): readonly RefusedField[] {
  return Object.entries(error.errors).flatMap(([path, [reason]]) => {
    const [, place, part, field] = path.split('.')
    const change = changes[Number(place)]
    if (!change || !reason) return []
    const fields = part === 'id' ? Object.keys(change.after) : field ? [field] : []
    return fields.map((each) => ({
      ...{ sensorId: change.id, field: each as ConfigurationField },
      error: reason,
    }))
  })
}
