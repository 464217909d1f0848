import { expect, test } from 'vitest'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { viewOf } from './sensor-view.ts'

const { sensor } = testView()
const source = {
  ...{ reading: () => undefined, device: () => undefined, isKnown: () => true },
  ...{ trend: () => undefined, trendText: () => undefined },
}
const hours = { from: viewNow - 1, until: viewNow + 1 }
const day = {
  ...{ minimum: 1, maximum: 2, average: 1, first: 1, last: 2, accumulated: 1 },
  lastTime: viewNow,
  ...hours,
}
const dayStates = {
  ...{ to: viewNow, before: '1', time: [], state: [], truncated: false, activity: null },
  quality: { before: null, time: [], quality: [] },
  ...hours,
}

test('WD21 figures and states of today are none from midnight on, until there are new ones', () => {
  const at = (now: number) => viewOf(source, { sensor, day, stored: [], dayStates }, now)
  expect(at(viewNow)).toMatchObject({ day, dayStates })
  expect(at(viewNow + 1)).toMatchObject({ day: undefined, dayStates: undefined })
})
