import { asText, type AddressField } from '#kit/web/address/address.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The import that is shown. */
const idField: AddressField<string | null> = {
  absent: null,
  read: (raw) => {
    const text = asText(raw) ?? ''
    return uuid.test(text) ? text : null
  },
}

export const importAddress = { id: idField }
