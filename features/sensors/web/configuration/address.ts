import { sensorTypes } from '#kit/model/sensor.ts'
import { optionalChoice, pageField, textField, type AddressOf } from '#kit/web/address/address.ts'

/** What the address of the configuration says. */
export const configurationAddress = {
  find: textField(200),
  type: optionalChoice(sensorTypes),
  only: optionalChoice(['new', 'changed', 'wrong']),
  page: pageField,
}

export type ConfigurationAddress = AddressOf<typeof configurationAddress>
