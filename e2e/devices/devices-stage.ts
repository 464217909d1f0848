import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { defaultVisit } from '#testing/peers/browser.ts'
import { administrator, goAnew, Stage } from '../stage.ts'

type Size = Readonly<{ width: number; height: number }>

/** The server and the browser of all tests of devices and their sensors. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ SITE_TIMEZONE: 'UTC', COMMAND_ANSWER_SECONDS: '2' })
  await stage.addAdministrator()
})

let kept: Page | undefined

/** The administrator's page that goes from test to test; everything on it is drawn anew. */
export async function show(path: string, viewport: Size = defaultVisit.viewport): Promise<Page> {
  if (kept) {
    await kept.setViewportSize(viewport)
    await goAnew(kept, path)
  } else {
    kept = await stage.openReused(path, { person: administrator, language: 'en', viewport })
  }
  return kept
}

afterEach(() => stage.closePages())
afterAll(() => stage.close())
