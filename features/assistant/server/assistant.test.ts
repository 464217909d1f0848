import { describe } from 'vitest'
import '#testing/sites/shared-alarm-site.ts'

// One application for all of them; what counts all that is there comes first.
describe('model context protocol', async () => void (await import('./mcp/mcp.test.ts')))
describe('calls', async () => void (await import('./assistant-calls.test.ts')))
