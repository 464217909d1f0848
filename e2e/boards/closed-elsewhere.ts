import type { Request } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, removeDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { stage } from './boards-stage.ts'

const devices = [{ lesiId: 'BOILER-2', name: 'Boiler', sensors: [sensorOf('flow')] }]
afterAll(() => removeDevices(stage))

test('EE290 DB25 WE26 what is deleted or closed elsewhere is shown no more', async () => {
  const url = stage.server.url
  const chief = await new BrowserSession(url).signIn(administrator.email, administrator.password)
  const viewer = { email: 'vi@plant.test', password: 'eight-or-more' }
  await stage.command('user add', { ...viewer, name: 'Vi', role: 'basic' })
  const binding = { relation: 'sub-user', contractStart: null, contractEnd: null }
  await addDevices(stage, devices)
  await chief.request('PUT', '/api/devices/BOILER-2/bindings', { email: viewer.email, ...binding })
  const own = await new BrowserSession(url).signIn(viewer.email, viewer.password)
  type Reply = { data: { id: string } }
  const flow = { thing: 'BOILER-2', key: 'flow' }
  const placed = { id: 'a', kind: null, options: {}, sensors: [], sensor: flow }
  const widgets = [{ ...placed, x: 0, y: 0, w: 3, h: 3 }]

  // Somebody looks at a dashboard whose owner deletes it.
  const content = { name: 'Short', widgets }
  const { id } = (await chief.json<Reply>('POST', '/api/dashboards', content)).data
  const share = { email: viewer.email, access: 'read' }
  await chief.json('PUT', `/api/boards/${id}/shares`, share)
  const page = await stage.open(`/warroomDashboard?dashboard=${id}`, { person: viewer })
  await page.locator('.layout-grid .widget').waitFor()
  await chief.json('PUT', `/api/dashboards/${id}`, { version: 1, deleted: true })
  await page.getByRole('heading', { name: 'This dashboard is not there' }).waitFor()
  await expect.poll(() => page.locator('.layout-grid').count()).toBe(0)

  // Somebody whose wall plays loses the war room.
  const areas = [{ id: 'a', name: 'All', x: 0, y: 0, w: 3, h: 3, widgets }]
  const path = '/api/scada/shadow-lambda/custom/store'
  await own.json('POST', path, { name: 'Wall', areas })
  const wall = await stage.open('/warroomIndex?wall=on', { person: viewer })
  await wall.locator(':root[data-mode=wall] .widget').waitFor()
  type Person = { data: { id: number; version: number } }
  const person = (await own.json<Person>('GET', '/api/user')).data
  const { version } = (await chief.json<Person>('GET', `/api/users/${person.id}`)).data
  const rights = { roles: ['visitor'], permissions: [] }
  const edit = { version, name: 'Vi', email: viewer.email, introduction: '', ...rights }
  await chief.json('PUT', `/api/users/${person.id}`, edit)
  await wall.waitForURL('**/401')
  await wall.locator(':root:not([data-mode])').waitFor()
  await stage.closePages(/403/)
})

test('EE567 a home page that is deleted elsewhere is not asked for again', async () => {
  const url = stage.server.url
  const chief = await new BrowserSession(url).signIn(administrator.email, administrator.password)
  const stored = '/api/scada/shadow-lambda/custom/store'
  const { id } = (await chief.json<{ data: { id: string } }>('POST', stored, { name: 'Brief' }))
    .data
  const page = await stage.open(`/warroomIndex?page=${id}`, { person: administrator })
  const asked: string[] = []
  const pending = new Set<Request>()
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname)
    pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  await page.getByRole('heading', { name: 'Brief', exact: true }).waitFor()
  await page.locator('.connection[data-state=live]').waitFor()
  // With the first connection everything is fetched once more.
  await expect.poll(() => pending.size).toBe(0)
  asked.length = 0
  const update = '/api/scada/shadow-lambda/custom/update'
  await chief.json('POST', update, { id, version: 1, deleted: true })
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.endsWith('/custom/pages'))).toEqual([])
  await stage.closePages()
})

test('EE595 DB38 an earlier version of a dashboard that is unshared is shown no more', async () => {
  const chief = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const viewer = { email: 'lan@plant.test', password: 'eight-or-more' }
  await stage.command('user add', { ...viewer, name: 'Lan', role: 'basic' })
  const clock = { id: 'a', kind: 'clock', options: {}, sensor: null, sensors: [] }
  const content = { name: 'Former', widgets: [{ ...clock, x: 0, y: 0, w: 3, h: 3 }] }
  type Reply = { data: { id: string } }
  const { id } = (await chief.json<Reply>('POST', '/api/dashboards', content)).data
  await chief.json('PUT', `/api/dashboards/${id}`, { version: 1, name: 'Former', widgets: [] })
  type Shares = { data: { shares: { id: string }[] } }
  const { shares } = (
    await chief.json<Shares>('PUT', `/api/boards/${id}/shares`, {
      ...{ email: viewer.email, access: 'read' },
    })
  ).data
  const page = await stage.open(`/warroomDashboard?dashboard=${id}&version=1`, { person: viewer })
  await page.locator('.layout-grid .widget').waitFor()
  await chief.json('DELETE', `/api/boards/${id}/shares/${shares[0]?.id}`)
  await page.getByRole('heading', { name: 'This dashboard is not there' }).waitFor()
  await expect.poll(() => page.locator('.layout-grid').count()).toBe(0)
  await stage.closePages(/404/)
})
