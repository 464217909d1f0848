/**
 * Messages as other products publish them, from the public documentation of their formats: topic
 * and payload.
 */
export type ForeignMessages = readonly (readonly [topic: string, payload: unknown])[]

const xiaomiClimate = {
  ...{
    ieee_address: '0x00158d0001ab8c3f',
    type: 'EndDevice',
    friendly_name: 'hall',
    supported: true,
  },
  definition: {
    ...{ model: 'WSDCGQ01LM', vendor: 'Xiaomi' },
    exposes: [
      { type: 'numeric', name: 'temperature', property: 'temperature', unit: '°C', access: 1 },
      { type: 'numeric', name: 'humidity', property: 'humidity', unit: '%', access: 1 },
      { type: 'enum', name: 'identify', property: 'identify', values: ['blink'], access: 2 },
    ],
  },
}

const bulb = {
  ...{ ieee_address: '0x90fd9ffffe6494fc', type: 'Router', friendly_name: 'kitchen/lamp' },
  definition: {
    model: 'LED1624G9',
    exposes: [
      {
        type: 'light',
        features: [
          {
            ...{ type: 'binary', name: 'state', property: 'state', access: 7 },
            ...{ value_on: 'ON', value_off: 'OFF', value_toggle: 'TOGGLE' },
          },
          { type: 'numeric', name: 'brightness', property: 'brightness', access: 7 },
          {
            ...{ type: 'composite', name: 'color_xy', property: 'color' },
            features: [{ type: 'numeric', name: 'x', property: 'x', access: 7 }],
          },
        ],
      },
    ],
  },
}

export const zigbee2mqtt: ForeignMessages = [
  [
    'zigbee2mqtt/bridge/devices',
    [xiaomiClimate, bulb, { type: 'Coordinator', friendly_name: 'Coordinator', definition: null }],
  ],
  ['zigbee2mqtt/bridge/state', 'online'],
  ['zigbee2mqtt/hall', { temperature: 27.34, humidity: 44.72, linkquality: 105 }],
  ['zigbee2mqtt/hall/availability', { state: 'online' }],
  ['zigbee2mqtt/kitchen/lamp', { state: 'ON', brightness: 215, color: { x: 0.4, y: 0.3 } }],
]

export const tasmota: ForeignMessages = [
  ['tele/boiler/LWT', 'Online'],
  [
    'tele/boiler/STATE',
    {
      ...{ Time: '2019-09-04T13:08:48', Epoch: 1_567_595_328, Uptime: '0T00:00:14', UptimeSec: 14 },
      ...{ Heap: 24, SleepMode: 'Dynamic', POWER: 'ON' },
      Wifi: { AP: 1, SSId: 'MyWLAN', RSSI: 100, Signal: -47, Downtime: '0T00:00:08' },
    },
  ],
  [
    'tele/boiler/SENSOR',
    {
      ...{ Time: '2017-02-12T16:11:12', TempUnit: 'C' },
      DHT22: { Temperature: 23.9, Humidity: 34.1 },
      ENERGY: { TotalStartTime: '2019-01-01T00:00:00', Total: 3.185, Power: 60, Voltage: 229 },
    },
  ],
  ['stat/boiler/POWER', 'OFF'],
  ['stat/boiler/RESULT', { POWER: 'OFF' }],
  // The other order of prefix and name.
  ['attic/fan/tele/SENSOR', { Time: '2021-01-01T00:00:00', Switch1: 'OFF' }],
]

const shellyPlus = 'shellyplus1pm-4417939341dc'
const notice = { src: shellyPlus, dst: `${shellyPlus}/events`, method: 'NotifyStatus' }

export const shelly: ForeignMessages = [
  ['shellies/shelly1pm-8CAAB5056D9C/online', 'true'],
  ['shellies/shelly1pm-8CAAB5056D9C/announce', { id: 'shelly1pm-8CAAB5056D9C', model: 'SHSW-PM' }],
  ['shellies/shelly1pm-8CAAB5056D9C/relay/0', 'on'],
  ['shellies/shelly1pm-8CAAB5056D9C/relay/0/power', '51.30'],
  ['shellies/shelly1pm-8CAAB5056D9C/relay/0/energy', '138838'],
  ['shellies/shelly1pm-8CAAB5056D9C/temperature', '34.21'],
  ['shellies/shelly1pm-8CAAB5056D9C/input_event/0', { event: 'S', event_cnt: 2 }],
  [`${shellyPlus}/online`, 'true'],
  [
    `${shellyPlus}/status/switch:0`,
    {
      ...{ id: 0, source: 'init', output: false, apower: 0, voltage: 232.7 },
      aenergy: { total: 11.68, by_minute: [0, 0, 0], minute_ts: 1_661_517_385 },
      temperature: { tC: 37.7, tF: 99.8 },
    },
  ],
  [
    `${shellyPlus}/events/rpc`,
    { ...notice, params: { ts: 1_661_517_385.44, 'switch:0': { id: 0 } } },
  ],
  [
    'hall/meter/events/rpc',
    {
      ...{ src: 'shellyemg3-dcb4d9c564f4', dst: 'shellyemg3/events', method: 'NotifyStatus' },
      params: { ts: 1_708_179_956.3, 'em1:0': { id: 0, current: 16.714, act_power: -1_899.8 } },
    },
  ],
]

/** Of the first generation, before any of them reported that it is there. */
export const silentShelly: ForeignMessages = [
  ['shellies/command', 'announce'],
  ['shellies/announce', { id: 'shellyem-A4CF12', model: 'SHEM', mac: 'A4CF12454F01' }],
  ['shellies/shellyem-A4CF12/emeter/0/power', '-12.50'],
  ['shellies/shellyem-A4CF12/emeter/0/total', '138838.5'],
  ['shellies/shellyem-A4CF12/relay/0', 'off'],
  ['shellies/shellyem-A4CF12/relay/0/command', 'on'],
  ['shellies/shellyht-F3B8F7/sensor/temperature', '21.38'],
  ['shellies/shellyht-F3B8F7/sensor/act_reasons', ['sensor']],
  ['shellies/shellyht-F3B8F7/info', { mac: '98CDACF3B8F7', bat: { value: 90 } }],
  // A name that its owner chose.
  ['shellies/gate/roller/0', 'stop'],
  ['shellies/gate/roller/0/pos', '40'],
  ['shellies/gate/roller/0/command/pos', '70'],
  ['shellies/gate/ext_temperature/0', '7.2'],
  ['shellies/shellyrgbw2-1A2B3C/white/0', 'on'],
  ['shellies/shellyrgbw2-1A2B3C/white/0/status', { ison: true, power: 3.1 }],
  ['shellies/shellyrgbw2-1A2B3C/white/1/status', { ison: false, power: 0 }],
  ['shellies/shellymotionsensor-60A42395/status', { motion: true, lux: 61, tmp: { value: 20.1 } }],
]

const boiler = { ids: ['0AFFD2'], name: 'Boiler Room', mf: 'Example' }

export const homeAssistant: ForeignMessages = [
  [
    'homeassistant/sensor/boiler/temperature/config',
    {
      ...{ '~': 'heating/boiler', stat_t: '~/state', name: 'Temperature', uniq_id: 'b1' },
      ...{ val_tpl: '{{ value_json.temperature | round(1) }}', unit_of_meas: '°C' },
      ...{ dev_cla: 'temperature', avty_t: '~/status', dev: boiler },
    },
  ],
  [
    'homeassistant/sensor/boiler/energy/config',
    {
      ...{ state_topic: 'heating/boiler/state', name: 'Energy', unique_id: 'b2' },
      ...{ value_template: "{{ value_json['meter'].total / 1000 }}", unit_of_measurement: 'kWh' },
      ...{
        device_class: 'energy',
        state_class: 'total_increasing',
        device: { identifiers: '0AFFD2' },
      },
    },
  ],
  [
    'homeassistant/binary_sensor/garage/config',
    {
      ...{ name: null, device_class: 'door', state_topic: 'garage/door' },
      ...{ payload_on: 'open', payload_off: 'closed' },
    },
  ],
  [
    'homeassistant/sensor/boiler/mode/config',
    {
      ...{ stat_t: 'heating/boiler/state', name: 'Mode', dev: boiler },
      val_tpl: '{% if value_json.m == 1 %}auto{% else %}off{% endif %}',
    },
  ],
  [
    'homeassistant/device/0AFFD3/config',
    {
      ...{ dev: { ids: 'ea334450945afc', name: 'Kitchen' }, o: { name: 'bla2mqtt' } },
      cmps: {
        temp: { p: 'sensor', unit_of_meas: '°C', val_tpl: '{{ value_json.t }}', uniq_id: 'k1' },
        hum: { p: 'sensor', unit_of_meas: '%', val_tpl: '{{ value_json.h }}', name: 'Humidity' },
      },
      state_topic: 'sensorBedroom/state',
    },
  ],
  ['heating/boiler/state', { temperature: 62.34, meter: { total: 12_500 }, m: 1 }],
  ['heating/boiler/status', 'online'],
  ['garage/door', 'open'],
  ['sensorBedroom/state', { t: 21.5, h: 44 }],
]

export const documents: ForeignMessages = [
  ['senml/mote', [{ bn: 'urn:dev:ow:10e2073a01080063:', n: 'voltage', u: 'V', v: 120.1 }]],
  [
    'telegraf/raynor/docker',
    {
      ...{ name: 'docker', tags: { host: 'raynor' }, timestamp: 1_458_229_140 },
      fields: { n_images: 660 },
    },
  ],
  ['factory/press-1/telemetry', { ts: 1_763_620_000, motor: { speed: 1_480 } }],
  ['factory/press-2/telemetry', { ts: 1_763_620_001, motor: { speed: 1_481 } }],
  ['plant/hall-1/press-1/temperature', '21.4'],
  ['plant/hall-1/press-1/running', 'true'],
  ['plant/hall-2/press-1/temperature', '22.0'],
  ['weather/wind/state', '5.5'],
  ['spBv1.0/Plant/NBIRTH/Line', Buffer.from([8, 1])],
  ['$SYS/broker/uptime', '3600 seconds'],
]

/** The bytes of a payload as it is published. */
export function bytesOf(payload: unknown): Buffer {
  if (Buffer.isBuffer(payload)) return payload
  return Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
}
