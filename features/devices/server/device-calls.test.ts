import { describe } from 'vitest'
import '#testing/sites/shared-account-site.ts'

// One application for all of them.
describe('registry', async () => void (await import('./registry/registry.test.ts')))
describe('bindings', async () => void (await import('./bindings/bindings.test.ts')))
describe('claims', async () => void (await import('./claim/claim.test.ts')))
describe('import', async () => void (await import('./import/import.test.ts')))
