import { describe } from 'vitest'

// The packages of OPC UA, which no other file may have in its process, are loaded once for all.
describe('values', async () => void (await import('./values/value-of.test.ts')))
describe('written values', async () => void (await import('./values/written-value.test.ts')))
describe('received', async () => void (await import('./subscription/received-values.test.ts')))
describe('driver', async () => void (await import('./driver.test.ts')))
describe('watch', async () => void (await import('./subscription/watched-server.test.ts')))
describe('connector', async () => void (await import('./opcua-connector.test.ts')))
