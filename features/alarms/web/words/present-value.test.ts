import { expect, test } from 'vitest'
import type { ServerMessage } from '#kit/model/live/messages.ts'
import { createLiveStore } from '#kit/web/live/values/store.ts'
import { fixedAlarm } from './fixed-alarm.ts'
import { presentValue } from './present-value.ts'

const alarm = fixedAlarm({})
const words = {
  value: (_: unknown, value: number | string | null) => String(value),
  age: (ms: number) => `${ms / 1_000} s`,
  ...{ offline: 'offline', bad: 'bad' },
}
const [sensorId, deviceId] = [alarm.sensor?.id ?? 0, alarm.device.id]

/** What is shown at a time of a sensor that is read each second, after what the server sent. */
function shownAt(now: number, ...messages: readonly object[]) {
  const live = createLiveStore()
  for (const message of messages) live.apply({ serverTime: 0, ...message } as ServerMessage)
  return presentValue(live, alarm, { now, words })
}
const read = (time: number, value: number, quality: 0 | 1 | 2) => ({
  type: 'frame',
  readings: [[sensorId, time, value, quality]],
})

test('AL105 the present value in the list of alarms has its age once a reading is overdue', () => {
  expect(shownAt(13_000, read(10_000, 70, 0))).toEqual({ text: '70', isDoubtful: false })
  expect(shownAt(13_001, read(10_000, 70, 0))).toMatchObject({ isDoubtful: true })
  expect(shownAt(70_000, read(10_000, 70, 0))).toEqual({ text: '70 · 60 s', isDoubtful: true })
  expect(shownAt(70_000, read(10_000, 70, 1))).toEqual({ text: '70 · 60 s', isDoubtful: true })
})

test('AL105 a value that is bad, uncertain or of a device that is offline is shown as such', () => {
  expect(shownAt(10_000, read(10_000, 70, 1))).toEqual({ text: '70', isDoubtful: true })
  expect(shownAt(70_000, read(10_000, 70, 2))).toEqual({ text: 'bad', isDoubtful: true })
  const offline = { type: 'devices', devices: [[deviceId, 'offline', 10_000]] }
  const expected = { text: 'offline', isDoubtful: true }
  expect(shownAt(10_000, read(10_000, 70, 0), offline)).toEqual(expected)
  expect(shownAt(10_000)).toMatchObject({ isDoubtful: false })
})
