import {
  configurationFields,
  hasEffect,
  type ConfigurationField,
} from '#features/sensors/contract/configuration.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { fieldText, plainWriting } from '../draft/field-text.ts'

/** The first columns of a file say which sensor a line is about. */
export const nameColumns = ['device', 'key'] as const
const columns = [...nameColumns, ...configurationFields]

/** Spreadsheets take such a text for a formula; a number may begin with a minus. */
const formula = /^[=+@\t\r]|^-(?![\d.])/

const guarded = (text: string) => (formula.test(text) || text.startsWith("'") ? `'${text}` : text)

/** What a cell of such a file says. */
export const unguarded = (text: string) => (text.startsWith("'") ? text.slice(1) : text)

const quoted = (text: string) =>
  /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A line for each sensor, with the fields that it has; in UTF-8 that spreadsheets recognise. */
export function csvOf(sensors: readonly Sensor[]): string {
  const cell = (sensor: Sensor, field: ConfigurationField) =>
    hasEffect[field](sensor.type) ? fieldText(sensor, field, plainWriting) : ''
  const lines = sensors.map((sensor) =>
    [sensor.lesiId, sensor.key, ...configurationFields.map((field) => cell(sensor, field))]
      .map((text) => quoted(guarded(text)))
      .join(','),
  )
  return `\ufeff${[columns.join(','), ...lines].join('\r\n')}\r\n`
}
