import { createContext, use } from 'react'
import type { ConfigurationField } from '#features/sensors/contract/configuration.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Writing } from '../draft/field-text.ts'
import type { FieldWords } from './use-field-words.ts'

/** What the cells of the table do; the same object while the screen is open. */
export interface TableActions {
  readonly writing: Writing
  readonly words: FieldWords
  /** Takes what was typed for a field, whether or not it can be read. */
  readonly enter: (sensor: Sensor, field: ConfigurationField, text: string) => void
  /** Gives the field back as the server has it. */
  readonly revert: (sensorId: number, field: ConfigurationField) => void
  /** Overwrites what somebody else made of the field meanwhile. */
  readonly overwrite: (sensorId: number, field: ConfigurationField) => void
  /** The row with this index is in view and not there yet, until what comes back is called. */
  readonly want: (index: number) => () => void
  readonly openSensor: (sensor: Sensor) => void
}

export const TableActionsContext = createContext<TableActions | null>(null)

export function useTableActions(): TableActions {
  const actions = use(TableActionsContext)
  if (!actions) throw new Error('a cell stands outside of the table')
  return actions
}
