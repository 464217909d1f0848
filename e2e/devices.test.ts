import { describe } from 'vitest'
import './devices/devices-stage.ts'

// One server and one browser for all of them; each part removes its devices.
describe('sensors', async () => void (await import('./devices/sensor-configuration.ts')))
describe('calculations', async () => void (await import('./devices/calculations.ts')))
describe('list width', async () => void (await import('./devices/list-width.ts')))
describe('register', async () => void (await import('./devices/register.ts')))
describe('people', async () => void (await import('./devices/people.ts')))
describe('commands', async () => void (await import('./devices/commands.ts')))
describe('bench', async () => void (await import('./devices/bench.ts')))
describe('device dialogs', async () => void (await import('./devices/device-dialogs.ts')))
describe('connector lists', async () => void (await import('./devices/connector-lists.ts')))
describe('connectors', async () => void (await import('./devices/connectors.ts')))
