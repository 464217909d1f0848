import { asText, type AddressField } from '../../address/address.ts'

/** The earlier version of a page or dashboard that an address shows; null: the present one. */
export const versionField: AddressField<number | null> = {
  absent: null,
  read: (raw) => {
    const version = Number(asText(raw) ?? '')
    return Number.isSafeInteger(version) && version >= 1 ? version : null
  },
}
