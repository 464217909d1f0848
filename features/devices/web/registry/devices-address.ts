import { deviceSorts, deviceStates } from '#features/devices/contract/registry.ts'
import {
  choiceField,
  optionalChoice,
  optionalText,
  pageField,
  pageSizeField,
  textField,
  type AddressOf,
} from '#kit/web/address/address.ts'

/** The search parameters of the list of devices. */
export const devicesAddress = {
  search: textField(200),
  state: optionalChoice(deviceStates),
  /** LESI ID of the device that is open beside the list. */
  device: optionalText(64),
  sort: choiceField(deviceSorts, 'name'),
  order: choiceField(['asc', 'desc'], 'asc'),
  page: pageField,
  limit: pageSizeField(20),
}

export type DevicesAddress = AddressOf<typeof devicesAddress>
