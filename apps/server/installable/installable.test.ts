import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastifyCookie } from '@fastify/cookie'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { sitePlugin } from '../site.ts'
import { installablePlugin } from './installable.ts'

async function siteOf(files: Readonly<Record<string, string>>) {
  const directory = temporaryDirectory()
  mkdirSync(join(directory, 'assets'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)
  const app = fastify()
  await app.register(sitePlugin, { directory, captcha: null, analyticsScript: null })
  await app.register(installablePlugin, {
    ...{ directory, siteName: 'Plant 7 in Taichung', kioskFrames: ['https://wall.test'] },
  })
  await app.register(fastifyCookie)
  return { app, directory }
}

const icons = ['any', 'maskable'].flatMap((purpose) =>
  ['192x192', '512x512'].map((sizes) => ({ src: `/${purpose}.png`, sizes, purpose })),
)
const files = {
  'icons.json': JSON.stringify(icons),
  'service-worker.js': 'worker',
  'offline.html': '<p>offline</p>',
}

test('OF1 the manifest is called as the site, in the language of the person', async () => {
  const { app } = await siteOf(files)
  const manifestFor = async (headers: Record<string, string>) => {
    const reply = await app.inject({ url: '/manifest.webmanifest', headers })
    expect(reply.headers).toMatchObject({
      ...{ 'content-type': 'application/manifest+json; charset=utf-8' },
      ...{ 'cache-control': 'no-cache', vary: 'Cookie, Accept-Language' },
    })
    return reply.json()
  }
  const english = await manifestFor({})
  expect(english).toMatchObject({
    ...{ id: '/', name: 'Plant 7 in Taichung', lang: 'en', start_url: '/', scope: '/' },
    ...{ display: 'standalone', icons },
    shortcuts: [
      { name: 'Alarms', url: '/sensoralarm/alarmlist' },
      { name: 'War room', url: '/warroomDashboard' },
      { name: 'Historical charts', url: '/warroomCharts' },
    ],
  })
  // Where it would be cut the system cuts it better.
  expect(english.short_name).toBeUndefined()
  const taiwan = await manifestFor({ cookie: 'language=zh', 'accept-language': 'ru' })
  expect(taiwan).toMatchObject({ lang: 'zh-Hant-TW', shortcuts: [{ name: '警報' }, {}, {}] })
  expect(await manifestFor({ 'accept-language': 'ru,en' })).toMatchObject({ lang: 'ru' })
})

test('OF1 worker and offline page are asked for each time, as they were built last', async () => {
  const { app, directory } = await siteOf(files)
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html,*/*' } })
  const worker = await get('/service-worker.js')
  expect([worker.body, worker.headers['content-type'], worker.headers['cache-control']]).toEqual([
    ...['worker', 'text/javascript; charset=utf-8', 'no-cache'],
  ])
  const policy = String(worker.headers['content-security-policy'])
  expect(policy).toContain("worker-src 'self';manifest-src 'self'")
  const page = await get('/offline.html')
  expect(page.headers['content-security-policy']).toContain(
    "frame-ancestors 'self' https://wall.test",
  )
  expect(page.headers['x-frame-options']).toBeUndefined()
  writeFileSync(join(directory, 'service-worker.js'), 'the next worker')
  expect((await get('/service-worker.js')).body).toBe('the next worker')
})

test('OF1 without a build there is no worker, and no page in its place', async () => {
  const { app } = await siteOf({})
  for (const url of ['/service-worker.js', '/offline.html'])
    expect((await app.inject({ url, headers: { accept: 'text/html,*/*' } })).statusCode).toBe(404)
  expect((await app.inject('/manifest.webmanifest')).json()).toMatchObject({ icons: [] })
})
