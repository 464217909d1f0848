import { pageField } from '#kit/web/address/address.ts'
import { momentField } from '#kit/web/past/past-moment.ts'

/** What its address says: an instant of the shift; absent: the last shift that is over. */
export const handoverAddress = { at: momentField, page: pageField }
