import { describe } from 'vitest'
import '#testing/sites/shared-account-site.ts'

// One application for all of them.
describe('files', async () => void (await import('./export-files.test.ts')))
describe('refused', async () => void (await import('./refused-exports.test.ts')))
describe('kept', async () => void (await import('./kept-exports.test.ts')))
