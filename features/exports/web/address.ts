import { asText, optionalText, type AddressField } from '#kit/web/address/address.ts'

/** A moment, ms UTC; null where none is named. */
const momentField: AddressField<number | null> = {
  absent: null,
  read: (raw) => {
    const text = asText(raw) ?? ''
    return /^\d{1,13}$/.test(text) && Number(text) <= Date.UTC(2100, 0) ? Number(text) : null
  },
}

/** What a link to the screen fills in: a sensor, and the period that is shown of it. */
export const exportAddress = {
  thing: optionalText(64),
  sensor: optionalText(128),
  from: momentField,
  to: momentField,
}
