import type { AddressField } from '../address/address.ts'
import { asText } from '../address/address.ts'

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** A moment in an address, as the text of an instant in UTC; null: the present. */
export const momentField: AddressField<string | null> = {
  absent: null,
  read: (raw) => {
    const text = asText(raw) ?? ''
    return written.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
  },
}

/** How an address names a moment, ms UTC. */
export const momentText = (time: number): string => new Date(time).toISOString()
