import { expect, test } from 'vitest'
import { addressOf } from '../stage.ts'
import { open, go } from './shell-stage.ts'

const screens = [
  ...[
    '/warroomDashboard',
    '/warroomIndex',
    '/warroomIndex/edit/1',
    '/warroomCharts',
    '/warroomCharts/export-excel',
  ],
  ...[
    '/cognito/cognito-info',
    '/scada/get-things',
    '/scada/lambda',
    '/scada/lambda/type/lamp',
    '/scada/lambda-websocket',
  ],
  ...[
    '/scada/config',
    '/scada/config/type/lamp',
    '/sensoralarm/alarmnum',
    '/administrator/users',
    '/administrator/users/edit/1',
  ],
  ...[
    '/administrator/roles',
    '/administrator/articles',
    '/administrator/articles/create',
    '/administrator/articles/edit/1',
  ],
  ...[
    '/clipboard',
    '/zip/download',
    '/pdf',
    '/pdf/download',
    '/i18n',
    '/profile/edit',
    '/documentation/index',
    '/theme/index',
  ],
]

test('EE66 every screen of the specification opens, and says something', async () => {
  const page = await open()
  for (const path of screens) {
    await go(page, path)
    await page.locator(`.tab-bar li[data-active] a[href^="${path}"]`).waitFor()
    await page
      .locator('main .view')
      .filter({ visible: true })
      .locator('h1, h2, p, label')
      .first()
      .waitFor()
    expect(new URL(page.url()).pathname, path).toBe(path)
  }
})

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

test('EE66 what a role does not open leads to /401', async () => {
  const page = await open('free')
  for (const path of [
    '/warroomIndex',
    '/administrator/users',
    '/scada/config',
    '/sensoralarm/alarmnum',
    '/pdf',
  ]) {
    await go(page, path)
    await page.waitForURL('**/401')
    await page.getByRole('heading', { name: 'No permission' }).waitFor()
    await go(page, '/warroomDashboard')
    await page.locator('.tab-bar li[data-active]').waitFor()
  }
})
