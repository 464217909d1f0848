import { afterAll, beforeAll } from 'vitest'
import { Stage } from '../stage.ts'

/** The server and the browser of all tests of the frame, of forms and of failures. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ SITE_TIMEZONE: 'UTC' })
  await stage.addAdministrator()
})
afterAll(() => stage.close())
