import { beforeAll } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf, type Document } from '../device.ts'
import { hour, minute, now, stage } from './charts-stage.ts'

const second = 1_000

export const day = 24 * hour

/** What the site's clock is ahead of UTC: today has a morning. */
const ahead = 12 - new Date(now).getUTCHours()
const dayOf = (time: number) => new Date(time + ahead * hour).toISOString().slice(0, 10)
export const yesterday = dayOf(now - day)
/** Eleven o'clock, today and yesterday. */
const eleven = Math.floor(now / hour) * hour - hour
export const moment = eleven + 10 * minute

/** From nine to eleven, every ten seconds; without ten minutes, and bad for some. */
const temperatures: Document[] = Array.from({ length: 720 }, (_, index) => index)
  .filter((index) => index < 300 || index >= 360)
  .map((index) => {
    const v = 160 + 45 * Math.sin(index / 60) + (index % 5)
    const q = index >= 500 && index < 530 ? 'bad' : 'good'
    return { ts: eleven - 2 * hour + index * 10 * second, values: { temperature: { v, q } } }
  })

const others: Document[] = [
  ...[10, 20, 60].map((temperature, index) => ({
    ts: eleven - day + index * 10 * second,
    values: { temperature },
  })),
  { ts: eleven - 2 * hour, values: { tower: 1, door: 0, batch: 'B-1 Rye' } },
  { ts: eleven - 60 * minute, values: { tower: 2 } },
  { ts: eleven - 30 * minute, values: { tower: 1, batch: 'B-2 Wheat' } },
  { ts: moment, values: { temperature: 150 } },
]

export let oven: Device

beforeAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
  const states = {
    '1': { colour: 'green', word: 'Running' },
    '2': { colour: 'red', word: 'Stopped' },
  } as const
  const sensors = [
    sensorOf('temperature', { alias: 'Temperature', unit: '°C', upperAlarm: 200, lowerAlarm: 120 }),
    sensorOf('tower', { alias: 'Tower', type: 'lamp', states }),
    sensorOf('door', { alias: 'Door', type: 'detector' }),
    sensorOf('batch', { alias: 'Batch', type: 'string' }),
  ]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-1', name: 'Oven 1', sensors }])
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-1', tokens.get('OVEN-1') ?? '')
  await oven.publish(temperatures)
  await oven.publish(others)
})

export { stage }
