import { afterAll, afterEach, beforeAll } from 'vitest'
import { Stage } from '../stage.ts'

/** The server and the browser of all tests of devices and their sensors. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ SITE_TIMEZONE: 'UTC', COMMAND_ANSWER_SECONDS: '2' })
  await stage.addAdministrator()
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())
