import { describe } from 'vitest'
import '#testing/sites/shared-account-site.ts'

// One application for all of them.
describe('imports', async () => void (await import('./imports.test.ts')))
describe('jobs', async () => void (await import('./import-jobs.test.ts')))
describe('cancelled', async () => void (await import('./cancelled-imports.test.ts')))
describe('uploads', async () => void (await import('./jobs/uploads.test.ts')))
describe('alike names', async () => void (await import('./alike-names.test.ts')))
