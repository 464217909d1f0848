import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Page } from 'playwright-core'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { defaultVisit } from '#testing/peers/browser.ts'
import { removeDevices } from '../device.ts'
import { administrator, reopen, Stage } from '../stage.ts'

/** The server and the browser of all tests of what people arrange. */
export let stage: Stage

/** Of a site whose pages may show links to boards in a frame: `/?frame=ADDRESS`. */
export let framePort: number
const framing = createServer((request, response) => {
  const target = new URL(request.url ?? '', 'http://frame.test').searchParams.get('frame')
  response.setHeader('Content-Type', 'text/html').end(`<iframe src="${target}"></iframe>`)
})

beforeAll(async () => {
  await once(framing.listen(0, '127.0.0.1'), 'listening')
  framePort = (framing.address() as AddressInfo).port
  stage = await Stage.open({ KIOSK_FRAMES: `http://127.0.0.1:${framePort}` })
  await stage.addAdministrator()
})
afterEach(() => stage.closePages())
afterAll(async () => {
  framing.close()
  await stage.close()
})

export const administratorSession = () =>
  new BrowserSession(stage.server.url).signIn(administrator.email, administrator.password)

let reused: Page | undefined

/** A screen, drawn again on the administrator's page of the test before. */
export async function show(path: string): Promise<Page> {
  if (reused) {
    await reused.setViewportSize(defaultVisit.viewport)
    await reopen(reused, path)
  } else reused = await stage.openReused(path, { person: administrator })
  return reused
}

/** What the next part begins without. */
export async function endPart(): Promise<void> {
  reused = undefined
  await stage.closeReusedPages()
  await removeDevices(stage)
}
