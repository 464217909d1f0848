import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { administrator, go, toast } from '../stage.ts'
import { stage, addPerson, show } from './administration-stage.ts'

test('EE251 an administrator finds a page of somebody else and gives it to another', async () => {
  const owner = await addPerson('Orla', 'basic')
  const session = await new BrowserSession(stage.server.url).signIn(owner.email, owner.password)
  const { data } = await session.json<{ data: { id: string } }>(
    'POST',
    '/api/scada/shadow-lambda/custom/store',
    { name: 'Left behind', areas: [] },
  )
  const page = await show('/administrator/boards')
  const row = page.getByRole('row', { name: /Left behind/ })
  await row.getByText(owner.email).waitFor()
  await expect.poll(() => violationsOf(page, { within: 'main' })).toEqual([])
  await row.getByRole('button', { name: 'Hand over Left behind' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over Left behind' })
  const address = dialog.getByLabel('E-mail address of the new owner')
  await address.fill('nobody@plant.test')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true')
  await address.fill(administrator.email)
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await toast(page, 'Left behind belongs to')
  await row.getByText(administrator.email).waitFor()
  await go(page, `/warroomIndex?page=${data.id}`)
  await page.getByRole('heading', { name: 'Left behind' }).waitFor()
})
