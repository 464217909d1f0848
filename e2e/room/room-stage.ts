import { afterAll, afterEach, beforeAll } from 'vitest'
import { Stage } from '../stage.ts'

const hour = 3_600_000
const hoursAhead = 12 - new Date().getUTCHours()
/** What the site's clock is ahead of UTC: it is about noon there, whenever the tests run. */
export const aheadOfUtcMs = hoursAhead * hour
export const timezone =
  hoursAhead === 0 ? 'UTC' : `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
export const siteName = 'Mill East'

/** The server and the browser of all tests of the war room's parts. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ SITE_TIMEZONE: timezone, SITE_NAME: siteName })
  await stage.addAdministrator()
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())
