import { afterAll, afterEach, beforeAll } from 'vitest'
import { Stage } from '../stage.ts'

/** The server and the browser of all tests that look at one screen after the other. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())
