import { expect, test } from 'vitest'
import { detailLinks } from '../../../features/history/web/detail/detail-links.ts'
import { features } from '../features.ts'
import { mayOpen, routeTable, screenAt } from '../routes/route-table.ts'

const table = routeTable(features, [])
const sensor = { lesiId: 'OVEN-3', key: 'pressure top' }

const linksOf = (role: string) => {
  const links = detailLinks((path) => {
    const screen = screenAt(path, table)?.screen
    return screen !== undefined && mayOpen({ roles: [role], permissions: [] }, screen, table)
  })
  return [links.history, links.alarms(sensor)]
}

test('HI174 the details of a sensor lead to its alarms on a screen that is open', () => {
  const analysis = '/sensoralarm/alarmnum?thing=OVEN-3&sensor=pressure+top'
  for (const role of ['admin', 'manager', 'user', 'basic'])
    expect([role, ...linksOf(role)]).toEqual([role, true, analysis])
  const list = '/sensoralarm/alarmlist?device=OVEN-3&search=pressure+top'
  expect(linksOf('free')).toEqual([true, list])
  expect(linksOf('visitor')).toEqual([false, null])
})
