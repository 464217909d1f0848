import { describe } from 'vitest'
import '#testing/sites/shared-device-site.ts'

// One server for all of them; the last one starts it again.
describe('line protocol', async () => void (await import('./line-protocol/line-protocol.test.ts')))
describe('Telegraf', async () => void (await import('./line-protocol/telegraf.test.ts')))
describe('batches', async () => void (await import('./batch/json-batch.test.ts')))
describe('shadows', async () => void (await import('./shadow/shadow.test.ts')))
describe('Sparkplug', async () => void (await import('./sparkplug/sparkplug.test.ts')))
describe('refusals', async () => void (await import('./refusals/refusals-routes.test.ts')))
describe('bad input', async () => void (await import('./bad-input.test.ts')))
describe('documents', async () => void (await import('./http/http-documents.test.ts')))
