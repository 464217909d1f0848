import { describe } from 'vitest'
import '#testing/sites/shared-account-site.ts'

// One application for all of them.
describe('screens', async () => void (await import('./article-screens.test.ts')))
describe('at once', async () => void (await import('./articles-at-once.test.ts')))
