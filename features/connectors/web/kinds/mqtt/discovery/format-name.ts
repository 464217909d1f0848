import type { ForeignFormat } from '#features/connectors/contract/kinds/mqtt/discovery.ts'

/** Products are called the same in every language; the others are in the catalogues. */
export const productNames: Readonly<Partial<Record<ForeignFormat, string>>> = {
  ...{ sparkplug: 'Sparkplug B', zigbee2mqtt: 'Zigbee2MQTT', tasmota: 'Tasmota', shelly: 'Shelly' },
  ...{ 'home-assistant': 'Home Assistant', senml: 'SenML', telegraf: 'Telegraf' },
}
