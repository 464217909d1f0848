import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LesiId } from '#kit/model/device.ts'
import { roles } from '#kit/model/permission.ts'
import { Sensor, sensorTypes } from '#kit/model/sensor.ts'
import { demoBindings, plant } from './plant.ts'
import { simulatePlant } from './simulation.ts'

const minute = 60_000
const hour = 60 * minute
const week = 7 * 24 * hour
const from = Date.UTC(2026, 0, 1)
const seed = 20_261_120
const devices = simulatePlant({ seed })
const sensors = devices.flatMap((device) =>
  device.sensors.map((sensor) => ({
    device,
    sensor,
    [fc.toStringMethod]: () => `${device.lesiId} ${sensor.definition.key}`,
  })),
)
const ofType = (...types: readonly string[]) =>
  sensors.filter(({ sensor }) => types.includes(sensor.definition.type))

const anyMoment = fc
  .integer({ min: from / 1_000, max: Date.UTC(2036, 0, 1) / 1_000 })
  .map((second) => second * 1_000)
const anySensor = fc.constantFrom(...sensors)
const numberAt = (sensor: (typeof sensors)[number]['sensor'], time: number) =>
  Number(sensor.at(time))

describe('DP1 the plant', () => {
  test('DP1 has twelve devices and about 150 sensors of all six types', () => {
    expect(plant).toHaveLength(12)
    expect(sensors.length).toBeGreaterThanOrEqual(145)
    expect(sensors.length).toBeLessThanOrEqual(160)
    expect(new Set(sensors.map(({ sensor }) => sensor.definition.type))).toEqual(
      new Set(sensorTypes),
    )
  })

  test('DP1 has valid identities, unique keys and sensors in the shape of the vocabulary', () => {
    const shape = Sensor.omit({ id: true, deviceId: true, lesiId: true, isNew: true })
    expect(new Set(plant.map(({ lesiId }) => LesiId.parse(lesiId))).size).toBe(12)
    for (const device of plant) {
      expect(new Set(device.sensors.map(({ key }) => key)).size).toBe(device.sensors.length)
      for (const sensor of device.sensors) shape.parse(sensor)
    }
  })

  test('DP1 gives every code that a lamp or detector can send a meaning', () => {
    for (const { sensor } of ofType('lamp', 'detector')) {
      const { signal, states } = sensor.definition
      const codes = signal.kind === 'state' ? Object.values(signal.codes) : [0, 1]
      for (const code of codes)
        expect(states[String(code)], `${sensor.definition.key} ${code}`).toBeDefined()
    }
  })

  test('DP2 binds the demo accounts: all devices, six, three or none', () => {
    const counts = Object.fromEntries(roles.map((role) => [role, demoBindings[role].length]))
    expect(counts).toEqual({
      admin: 0,
      manager: 12,
      editor: 12,
      user: 12,
      basic: 6,
      free: 3,
      visitor: 0,
    })
    expect(demoBindings.manager.every(({ relation }) => relation === 'admin')).toBe(true)
    expect(demoBindings.user.every(({ relation }) => relation === 'sub-user')).toBe(true)
  })
})

test('DP3 a value depends on seed, sensor and time alone, whatever was asked before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sensors.length - 1), anyMoment), { minLength: 1, maxLength: 40 }),
      (questions) => {
        const fresh = simulatePlant({ seed }).flatMap((device) => device.sensors)
        const ask = ([index, time]: [number, number]) => [
          fresh[index]?.at(time),
          fresh[index]?.qualityAt(time),
        ]
        const backwards = questions.toReversed().map(ask).toReversed()
        expect(
          questions.map(([index, time]) => [
            sensors[index]?.sensor.at(time),
            sensors[index]?.sensor.qualityAt(time),
          ]),
        ).toEqual(backwards)
      },
    ),
    { numRuns: 12 },
  )
})

test('DP3 another seed is another plant', () => {
  const other = simulatePlant({ seed: seed + 1 }).flatMap((device) => device.sensors)
  const differing = sensors.filter(
    ({ sensor }, index) => sensor.at(from + week) !== other[index]?.at(from + week),
  )
  expect(differing.length).toBeGreaterThan(sensors.length / 2)
})

test('DP4 numbers are on the scale of their sensor and rounded to its decimals', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ofType('analog', 'counter', 'timer')),
      anyMoment,
      ({ sensor }, time) => {
        const value = numberAt(sensor, time)
        const { scaleLow, scaleHigh, decimals } = sensor.definition
        expect(value).toBeGreaterThanOrEqual(scaleLow ?? 0)
        expect(value).toBeLessThanOrEqual(scaleHigh ?? Number.MAX_SAFE_INTEGER)
        expect(Number(value.toFixed(decimals))).toBe(value)
      },
    ),
    { numRuns: 3_000 },
  )
})

test('DP5 running totals never fall, but for a reset on a Monday at 06:00', () => {
  const span = fc.integer({ min: 1, max: 60 * 24 * 7 }).map((minutes) => minutes * minute)
  fc.assert(
    fc.property(
      fc.constantFrom(...ofType('counter', 'timer')),
      anyMoment,
      span,
      ({ sensor }, time, length) => {
        const { signal } = sensor.definition
        const monday = Date.UTC(2026, 0, 5, 6)
        const passesMonday =
          Math.floor((time - monday) / week) !== Math.floor((time + length - monday) / week)
        if (signal.kind === 'total' && signal.resetWeeks !== undefined && passesMonday) return
        expect(numberAt(sensor, time + length)).toBeGreaterThanOrEqual(numberAt(sensor, time))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('DP5 running hours grow by the time that the machine ran', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ofType('timer')),
      anyMoment,
      fc.nat(86_400),
      ({ sensor }, time, seconds) => {
        expect(
          numberAt(sensor, time + seconds * 1_000) - numberAt(sensor, time),
        ).toBeLessThanOrEqual(seconds + 1)
      },
    ),
  )
  for (const { sensor } of ofType('timer'))
    expect(numberAt(sensor, from + 2 * week)).toBeGreaterThan(numberAt(sensor, from + week))
})

test('DP6 at every moment a value that can be read is beyond its limits', () => {
  fc.assert(
    fc.property(anyMoment, (time) => {
      const beyond = sensors.filter(({ device, sensor }) => {
        const { lowerAlarm, upperAlarm } = sensor.definition
        if (device.isOut(time) || sensor.qualityAt(time) !== 'good') return false
        const value = numberAt(sensor, time)
        return (
          (lowerAlarm !== null && value < lowerAlarm) || (upperAlarm !== null && value > upperAlarm)
        )
      })
      expect(beyond.length).toBeGreaterThan(0)
      expect(beyond.length).toBeLessThan(sensors.length / 4)
    }),
    { numRuns: 1_000 },
  )
})

test('DP7 in every six hours a device is out, one at a time, for 4 to 25 minutes', () => {
  fc.assert(
    fc.property(anyMoment, (time) => {
      const minutes = Array.from(
        { length: 360 },
        (_, index) => devices.filter((device) => device.isOut(time + index * minute)).length,
      )
      expect(Math.max(...minutes)).toBe(1)
      const runs = minutes
        .join('')
        .split('0')
        .map((run) => run.length)
      expect(Math.max(...runs)).toBeLessThanOrEqual(25)
    }),
    { numRuns: 60 },
  )
})

test('DP7 every device is out a few times a week', () => {
  for (const device of devices) {
    let outages = 0
    for (let time = from + minute; time < from + 4 * week; time += minute)
      if (device.isOut(time) && !device.isOut(time - minute)) outages++
    expect(outages / 4, device.lesiId).toBeGreaterThan(1)
    expect(outages / 4, device.lesiId).toBeLessThan(10)
  }
})

test('DP8 sensors are uncertain, bad, silent and stuck in turn', () => {
  const seen = new Set<string>()
  for (let time = from; time < from + 2 * week; time += 5 * minute) {
    for (const { sensor } of sensors) {
      seen.add(sensor.qualityAt(time))
      if (
        sensor.definition.mayFail &&
        sensor.qualityAt(time) === 'good' &&
        sensor.definition.decimals === 2
      ) {
        const values = new Set(
          [0, 61, 122, 183, 244, 305].map((second) => sensor.at(time + second * 1_000)),
        )
        if (values.size === 1) seen.add('stuck')
      }
    }
  }
  expect(seen).toEqual(new Set(['good', 'uncertain', 'bad', 'silent', 'stuck']))
})

test('DP9 a value that holds stays the same until the change that it announces', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ofType('lamp', 'detector', 'string')),
      anyMoment,
      fc.float({ min: 0, max: 1, noNaN: true }),
      ({ sensor }, time, share) => {
        const next = sensor.nextChange?.(time) ?? 0
        expect(next).toBeGreaterThan(time)
        expect(next % 1_000).toBe(0)
        const between = time + Math.floor(((next - 1 - time) * share) / 1_000) * 1_000
        expect(sensor.at(between)).toBe(sensor.at(time))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('DP9 lamps and texts take more than one value in a week', () => {
  for (const { sensor } of ofType('lamp', 'detector', 'string')) {
    const values = new Set(
      Array.from({ length: 60 * 24 * 14 }, (_, index) =>
        sensor.at(from + week + (index * minute) / 2),
      ),
    )
    expect(values.size, `${sensor.definition.key}: ${[...values].join()}`).toBeGreaterThan(1)
  }
})

test('DP10 the line makes less at the weekend than on a working day', () => {
  const zoneOffsetMs = 8 * hour
  const line = simulatePlant({ seed, zoneOffsetMs }).find(({ lesiId }) => lesiId === 'PACKAGING-L1')
  const bottles = line?.sensors.find(({ definition }) => definition.key === 'bottles_total')
  if (!bottles) throw new Error('The line has no bottles')
  const monday = Date.UTC(2026, 5, 1) - zoneOffsetMs
  const made = (day: number) =>
    numberAt(bottles, monday + (day + 1) * 24 * hour) - numberAt(bottles, monday + day * 24 * hour)
  expect(made(6)).toBeGreaterThan(0)
  expect(made(6)).toBeLessThan(0.75 * made(2))
})

test('DP4 a second changes an analog value by a small part of its scale', () => {
  fc.assert(
    fc.property(anySensor, anyMoment, ({ sensor }, time) => {
      const { type, scaleLow, scaleHigh, signal } = sensor.definition
      if (type !== 'analog' || signal.kind !== 'process') return
      if (sensor.qualityAt(time) !== 'good' || sensor.qualityAt(time + 1_000) !== 'good') return
      const scale = (scaleHigh ?? 1) - (scaleLow ?? 0)
      const jump = Math.abs(numberAt(sensor, time + 1_000) - numberAt(sensor, time))
      expect(jump / scale).toBeLessThan(0.35)
    }),
    { numRuns: 3_000 },
  )
})
