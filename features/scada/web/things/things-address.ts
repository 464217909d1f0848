import { thingStates } from '#features/ingest/contract/things.ts'
import {
  optionalChoice,
  optionalText,
  pageField,
  textField,
  type AddressOf,
} from '#kit/web/address/address.ts'

/** What the address of the list of devices with raw state says. */
export const thingsAddress = {
  find: textField(200),
  state: optionalChoice(thingStates),
  /** LESI ID of the device that stands open. */
  device: optionalText(64),
  /** Of the open device's sensors. */
  page: pageField,
}

export type ThingsAddress = AddressOf<typeof thingsAddress>
