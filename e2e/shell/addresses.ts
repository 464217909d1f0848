import { expect, test } from 'vitest'
import { addressOf, go } from '../stage.ts'
import { open } from './shell-stage.ts'

test('EE66 an address that stands for another leads there, an unknown one to /404', async () => {
  const page = await open('admin', '/profile/edit')
  const ways = {
    '/administrator': '/administrator/users',
    '/cognito': '/cognito/cognito-info',
    '/sensoralarm': '/sensoralarm/alarmnum',
    '/redirect/warroomCharts': '/warroomCharts',
    '/': '/warroomDashboard',
    '/administrator/users/edit/lin': '/404',
    '/profile/edit': '/profile/edit',
    '/administrator/nothing': '/404',
    '/no/such/page': '/404',
  }
  for (const [path, target] of Object.entries(ways)) {
    await go(page, path)
    await page.waitForURL((url) => url.pathname === target)
  }
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(addressOf(page)).toBe('/404')
})
