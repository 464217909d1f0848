import { describe } from 'vitest'
import '#testing/sites/shared-device-site.ts'

// One server for all of them.
describe('sign-in', async () => void (await import('./sign-in.test.ts')))
describe('messages', async () => void (await import('./messages.test.ts')))
describe('limits', async () => void (await import('./mqtt-limits.test.ts')))
describe('refused messages', async () => void (await import('./refused-messages.test.ts')))
describe('subscriptions', async () => void (await import('./subscriptions.test.ts')))
describe('MQTT 5', async () => void (await import('./mqtt5/mqtt5.test.ts')))
