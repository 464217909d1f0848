import { describe } from 'vitest'
import '#testing/sites/shared-account-site.ts'

// One application for all of them; what counts all that is there comes first.
describe('versions', async () => void (await import('./versions.test.ts')))
describe('dashboards', async () => void (await import('./dashboards.test.ts')))
describe('pages', async () => void (await import('./pages.test.ts')))
describe('sharing', async () => void (await import('./sharing.test.ts')))
describe('kiosk links', async () => void (await import('./kiosk/kiosk.test.ts')))
describe('figures of kiosks', async () => void (await import('./kiosk/kiosk-figures.test.ts')))
