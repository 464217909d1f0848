import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchMenu } from './search-menu.ts'

const links = [
  { title: 'Home pages', path: '/warroomIndex' },
  { title: 'Dashboard', path: '/warroomDashboard' },
  { title: 'Historical charts', path: '/warroomCharts' },
  { title: 'Device information', path: '/cognito/cognito-info' },
  { title: 'SCADA › Configuration', path: '/scada/config' },
  { title: '感測器警報分析', path: '/sensoralarm/alarmnum' },
]
const found = (typed: string) => searchMenu(links, typed).map(({ path }) => path)

test('WE18 titles are found with mistakes, by their middle, and in any script', () => {
  expect(found('histrical')[0]).toBe('/warroomCharts')
  expect(found('information')[0]).toBe('/cognito/cognito-info')
  expect(found('警報')[0]).toBe('/sensoralarm/alarmnum')
})

test('WE18 the path is searched too, and the title counts more', () => {
  expect(found('cognito')).toEqual(['/cognito/cognito-info'])
  expect(
    searchMenu(
      [
        { title: 'Other', path: '/users' },
        { title: 'Users', path: '/other' },
      ],
      'users',
    )[0]?.title,
  ).toBe('Users')
})

test('WE18 nothing typed finds nothing, and what is far off neither', () => {
  expect(found('   ')).toEqual([])
  expect(found('zzzzqqq')).toEqual([])
})

test('WE18 whatever is typed, what is found is in the menu, once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
      const all = found(typed)
      expect(new Set(all).size).toBe(all.length)
      expect(all.every((path) => links.some((link) => link.path === path))).toBe(true)
    }),
  )
})
