import { expect, test } from 'vitest'
import { addressOf } from '../stage.ts'
import { open } from './shell-stage.ts'

// What is reached from within the application is looked at for every role (EE273).
test('EE66 an unknown address that is loaded leads to /404', async () => {
  const page = await open('admin', '/profile/edit')
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(addressOf(page)).toBe('/404')
})
