import { expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { administrator } from '../stage.ts'
import { stage, open, dialog, addPerson, show } from './administration-stage.ts'

test('EE77 what was done is in the audit, once, without secrets, for those who may', async () => {
  const page = await show('/administrator/audit')
  const rows = page.locator('.ant-table-row')
  await rows.first().waitFor()
  await page.getByPlaceholder('Person or object').fill('ANA@plant')
  await rows.filter({ hasText: 'Basil' }).first().waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'Disabled a user' }).waitFor()
  await rows.filter({ hasText: 'Signed in' }).first().waitFor()
  for (const action of ['Added a user', 'Disabled a user', 'Enabled a user']) {
    await expect.poll(() => rows.filter({ hasText: action }).count(), { message: action }).toBe(1)
  }
  await rows.filter({ hasText: 'Added a user' }).getByRole('button').click()
  await dialog(page).getByText('ana@plant.test').first().waitFor()
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const everything = await (await session.request('GET', '/api/audit?limit=200')).text()
  expect(everything).toContain('ana@plant.test')
  expect(everything).not.toMatch(/argon2|good long word|the word of/)
  const own = await open('/administrator/audit', await addPerson('Curious', 'user'))
  await own.waitForURL('**/401')
})
