import {
  configurationFields,
  hasEffect,
  type ConfigurationField,
} from '#features/sensors/contract/configuration.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { csvText } from '#kit/web/csv/csv-text.ts'
import { fieldText, plainWriting } from '../draft/field-text.ts'

/** The first columns of a file say which sensor a line is about. */
export const nameColumns = ['device', 'key'] as const
const columns = [...nameColumns, ...configurationFields]

/** A line for each sensor, with the fields that it has; in UTF-8 that spreadsheets recognise. */
export function csvOf(sensors: readonly Sensor[]): string {
  const cell = (sensor: Sensor, field: ConfigurationField) =>
    hasEffect[field](sensor) ? fieldText(sensor, field, plainWriting) : ''
  const lines = sensors.map((sensor) => [
    ...[sensor.lesiId, sensor.key],
    ...configurationFields.map((field) => cell(sensor, field)),
  ])
  return csvText(columns, lines)
}
