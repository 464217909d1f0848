import { expect, it } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { NameIndex } from './names/name-index.ts'
import { understand } from './understand.ts'

const day = 86_400_000
const clock = { now: Date.UTC(2026, 10, 20, 7), timezone: 'Asia/Taipei' }
const today = Date.UTC(2026, 10, 19, 16)

const temperatureOf = (deviceId: number, lesiId: string): Sensor => ({
  ...{ id: deviceId, deviceId, lesiId, key: 'temp', alias: 'Temperature', type: 'analog' },
  ...{ unit: '°C', decimals: 1, intervalMs: 60_000, states: {}, isNew: false },
  ...{ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
})
const named = ['Night heater', 'Sun dryer 2', 'Night', '早班輸送帶'].map((name, index) => {
  const device = { id: index + 1, lesiId: `D-${index + 1}`, name, product: '', silenceMs: 60_000 }
  return { device, sensors: [temperatureOf(device.id, device.lesiId)] }
})

const asked = (question: string) =>
  understand({
    ...{ question, locale: 'en', context: null, clock },
    ...{ names: new NameIndex(named), before: { sensors: [], devices: [] }, sensorsOf: () => [] },
  })

it('QA23 a word that is a quantity elsewhere is none of another quantity', () => {
  // Without marks "vẫn", still, is "van", a valve; consumption of energy is no flow.
  for (const question of ['night heater vẫn ổn chứ', 'расход энергии night heater'])
    expect(asked(question).unreadWords.join(' '), question).not.toMatch(/vẫn|расход/)
  expect(asked('vibration of the night heater').isOfOtherQuantity).toBe(true)
})

it('QA28 words of a time within a name are no time of the question', () => {
  const yesterday = { from: today - day, to: today }
  for (const [question, device, ranges] of [
    ['temperature of the Night heater', 1, []],
    ['average temperature of the night heater yesterday', 1, [yesterday]],
    ['temperature of Sun dryer 2', 2, []],
    ['早班輸送帶昨天的平均溫度', 4, [yesterday]],
    // A name that is only such a word leaves it to the time.
    ['temperature of Night yesterday', 3, [{ from: today - day, to: today - 0.75 * day }]],
  ] as const) {
    const { sensors, ranges: found, isTimeUnclear } = asked(question)
    expect([question, found, isTimeUnclear]).toEqual([question, ranges, false])
    if (device !== 3) expect(sensors.map(({ id }) => id)).toEqual([device])
  }
})
