import type { SensorType } from '#kit/model/sensor.ts'

/** What a name suggests; null: nothing about the type. */
export interface NameHint {
  readonly type: Extract<SensorType, 'counter' | 'timer' | 'detector' | 'lamp'> | null
  /** Empty: nothing. */
  readonly unit: string
}

/** A unit at the end of a name: `flow_m3h`, `powerKw`. Single letters are names of parts. */
const unitsAtEnd: Readonly<Record<string, string>> = {
  ...{ degc: '°C', celsius: '°C', degf: '°F', fahrenheit: '°F', kelvin: 'K' },
  ...{ bar: 'bar', mbar: 'mbar', pa: 'Pa', hpa: 'hPa', kpa: 'kPa', mpa: 'MPa', psi: 'psi' },
  ...{ kw: 'kW', mw: 'MW', kwh: 'kWh', mwh: 'MWh', wh: 'Wh', kva: 'kVA', kvar: 'kvar' },
  ...{ volt: 'V', volts: 'V', kv: 'kV', amp: 'A', amps: 'A', ma: 'mA', hz: 'Hz', khz: 'kHz' },
  ...{ rpm: 'rpm', pct: '%', percent: '%', ppm: 'ppm', ppb: 'ppb', lux: 'lx', db: 'dB' },
  ...{ mm: 'mm', cm: 'cm', km: 'km', kg: 'kg', kn: 'kN', nm: 'N·m', mms: 'mm/s' },
  ...{ m3: 'm³', m3h: 'm³/h', lmin: 'l/min', lph: 'l/h', liter: 'l', litre: 'l', liters: 'l' },
  ...{ ms: 'ms', sec: 's', seconds: 's', min: 'min', minutes: 'min', hours: 'h' },
}

/** What a word in a name says about the unit. */
const unitsOfWords: Readonly<Record<string, string>> = {
  ...{ temperature: '°C', temp: '°C', humidity: '%', rh: '%', voltage: 'V' },
  ...{ frequency: 'Hz', co2: 'ppm', energy: 'kWh', illuminance: 'lx', battery: '%' },
}

const typesOfWords: Readonly<Record<string, NameHint['type']>> = {
  ...{ count: 'counter', counter: 'counter', total: 'counter', pieces: 'counter' },
  ...{ energy: 'counter', packs: 'counter', produced: 'counter', kwh: 'counter', mwh: 'counter' },
  ...{ pulses: 'counter', cycles: 'counter', uptime: 'timer', runtime: 'timer' },
  ...{ door: 'detector', open: 'detector', closed: 'detector', fault: 'detector' },
  ...{ motion: 'detector', presence: 'detector', contact: 'detector', enabled: 'detector' },
  ...{ running: 'detector', leak: 'detector', smoke: 'detector', occupancy: 'detector' },
  ...{ lamp: 'lamp', tower: 'lamp', beacon: 'lamp', light: 'lamp' },
}

/** What the words of a key suggest: `zone1_temp`, `MotorRunning`, `energy/total_kwh`. */
export function hintOf(key: string): NameHint {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
  const bare = words.map((word) =>
    Object.hasOwn(unitsAtEnd, word) ? word : word.replace(/\d+$/, ''),
  )
  const last = bare.at(-1) ?? ''
  const atEnd = bare.length > 1 ? own(unitsAtEnd, last) : undefined
  const named = bare.map((word) => own(unitsOfWords, word)).find((unit) => unit !== undefined)
  const type = bare.map((word) => own(typesOfWords, word)).find((each) => each !== undefined)
  return { type: type ?? null, unit: atEnd ?? named ?? '' }
}

const own = <Value>(map: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(map, word) ? map[word] : undefined
