import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import {
  active,
  closeDevice,
  operator,
  rule,
  send,
  sensorOf,
  site,
  thing,
  time,
  whileAlarmsAreLocked,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import type { Alarm } from '../../contract/alarm.ts'
import type { AdvisedSource } from '../../contract/rule-routes.ts'
import { ReplaySlots } from '../what-if/replay-slots.ts'

const day = 86_400_000
const span = () => `from=${Date.now() - day}&to=${Date.now() + day}`
const idOf = () => sensorOf()?.id ?? 0

test.each([
  ['the history', () => operator.get(`/api/alarms?${span()}`)],
  [
    'a moment of the past',
    () => operator.post('/api/alarms/past', { sensors: [idOf()], from: time, until: time + 1 }),
  ],
  [
    'a chart',
    () => operator.post('/api/alarms/spans', { sensors: [idOf()], from: time, to: time + 1 }),
  ],
])('AL99 %s has nothing of a device that is closed while others come first', async (_, ask) => {
  const alarmsOf = async (reply: ReturnType<typeof ask>) => {
    const { data } = (await reply).json()
    const alarms: Alarm[] = data.alarms ?? data
    return alarms.filter(({ device }) => device.lesiId === thing)
  }
  await send({ flow: 12 })
  await active()
  expect(await alarmsOf(ask())).toHaveLength(1)
  const { reply } = await whileAlarmsAreLocked(ask, closeDevice)
  expect(await alarmsOf(reply)).toEqual([])
})

test.each(['', '/file'])(
  'AL99 the analysis%s of a device that is closed while others come first is refused',
  async (file) => {
    await send({ flow: 12 })
    await active()
    const { record } = site.data.alarms
    const gate = Promise.withResolvers<void>()
    const ask = record.ask.bind(record)
    const asked = vi.spyOn(record, 'ask').mockImplementationOnce(async (work) => {
      await gate.promise
      return ask(work)
    })
    onTestFinished(() => asked.mockRestore())
    const more = file === '' ? '' : '&format=csv&language=en'
    const reply = operator.get(`/api/alarms/analysis${file}?${span()}&thing=${thing}${more}`)
    await eventually('it waits', () => asked.mock.calls.length > 0)
    await closeDevice()
    gate.resolve()
    expect((await reply).statusCode).toBe(404)
  },
)

/** A rule is tried when the device was closed. */
function holdReplay() {
  const gate = Promise.withResolvers<void>()
  const use = vi.spyOn(ReplaySlots.prototype, 'use').mockImplementationOnce(async function (
    this: ReplaySlots,
    ...given
  ) {
    await gate.promise
    return this.use(...given)
  })
  onTestFinished(() => use.mockRestore())
  return async () => {
    await eventually('it waits', () => use.mock.calls.length > 0)
    await closeDevice()
    gate.resolve()
  }
}

test('AL99 a rule of a device that is closed while others come first is not tried', async () => {
  const goOn = holdReplay()
  const high = rule({ kind: 'limit', level: 'high', limit: 9 })
  const reply = operator.post('/api/alarm-rules/what-if', { id: null, days: 1, rule: high })
  await goOn()
  expect(Object.keys((await reply).json().reasons)).toEqual(['target.sensors.0'])
})

test('AL99 nothing is proposed for a device that is closed while others come first', async () => {
  for (let turn = 0; turn < 30; turn++) for (const flow of [12, 8]) await send({ flow })
  await active()
  const ask = () => operator.get('/api/alarm-rules/advice?days=1')
  const sourcesOf = async (reply: ReturnType<typeof ask>) => {
    const { sources } = (await reply).json().data
    return sources.filter(({ sensor }: AdvisedSource) => sensor.thing === thing)
  }
  expect(await sourcesOf(ask())).toHaveLength(1)
  const goOn = holdReplay()
  const reply = ask()
  await goOn()
  expect(await sourcesOf(reply)).toEqual([])
})
