import { readSensorNames, writeSensorNames } from '#kit/web/address/sensor-names.ts'
import { maximumExportSensors } from '../contract/readings.ts'
import { asText, optionalText, type AddressField } from '#kit/web/address/address.ts'

/** A moment, ms UTC; null where none is named. */
const momentField: AddressField<number | null> = {
  absent: null,
  read: (raw) => {
    const text = asText(raw) ?? ''
    return /^\d{1,13}$/.test(text) && Number(text) <= Date.UTC(2100, 0) ? Number(text) : null
  },
}

/** Several sensors in one text, as `writeSensorNames` writes them; null where it names none. */
const groupField: AddressField<string | null> = {
  absent: null,
  read: (raw) => {
    const names = readSensorNames(asText(raw) ?? '').slice(0, maximumExportSensors)
    return writeSensorNames(names) || null
  },
}

/** What a link to a report fills in. */
export const reportAddress = { group: groupField, from: momentField, to: momentField }

/** What a link to the screen fills in: a sensor or several, and the period that is shown. */
export const exportAddress = {
  thing: optionalText(64),
  sensor: optionalText(128),
  group: groupField,
  from: momentField,
  to: momentField,
}
