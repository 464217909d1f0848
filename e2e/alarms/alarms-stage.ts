import { afterAll, beforeAll } from 'vitest'
import { Stage } from '../stage.ts'

/** The server and the browser of all tests of alarms. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
})
afterAll(() => stage.close())
