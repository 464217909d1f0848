import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { defaultVisit } from '#testing/peers/browser.ts'
import { administrator, reopen, Stage } from '../stage.ts'

type Size = Readonly<{ width: number; height: number }>

/** The server and the browser of all tests of devices and their sensors. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ SITE_TIMEZONE: 'UTC', COMMAND_ANSWER_SECONDS: '2' })
  await stage.addAdministrator()
})

let reusedPage: Page | undefined

/** The administrator's page that goes from test to test; everything on it is drawn again. */
export async function show(path: string, viewport: Size = defaultVisit.viewport): Promise<Page> {
  if (reusedPage) {
    await reusedPage.setViewportSize(viewport)
    await reopen(reusedPage, path)
  } else {
    reusedPage = await stage.openReused(path, { person: administrator, language: 'en', viewport })
  }
  return reusedPage
}

afterEach(() => stage.closePages())
afterAll(() => stage.close())
