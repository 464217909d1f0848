import { describe } from 'vitest'
import '#testing/sites/shared-device-site.ts'

// One server for all of them.
describe('commands', async () => void (await import('./commands.test.ts')))
describe('snippet', async () => void (await import('./command-snippet.test.ts')))
