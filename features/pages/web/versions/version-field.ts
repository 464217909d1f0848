import { asText, type AddressField } from '#kit/web/address/address.ts'
import { BoardVersion } from '../../contract/board.ts'

/** The earlier version of a page that an address shows; null: the page as it is. */
export const versionField: AddressField<number | null> = {
  absent: null,
  read: (raw) => {
    const text = asText(raw) ?? ''
    const version = BoardVersion.safeParse(text === '' ? null : Number(text))
    return version.success ? version.data : null
  },
}
