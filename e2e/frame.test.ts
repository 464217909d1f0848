import { describe } from 'vitest'
import './frame/frame-stage.ts'

// One server and one browser for all of them; each part removes its devices.
describe('failures', async () => {
  await import('./frame/errors/refusals.ts')
  await import('./frame/errors/statuses.ts')
  await import('./frame/errors/messages.ts')
})
describe('forms', async () => {
  await import('./frame/forms/hidden-tab.ts')
  await import('./frame/forms/session-end.ts')
  await import('./frame/forms/rights-end.ts')
  await import('./frame/forms/field-errors.ts')
})
describe('top bar', async () => void (await import('./frame/top-bar.ts')))
