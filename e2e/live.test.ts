import { describe } from 'vitest'
import './live/live-stage.ts'

// One server and one browser for all of them; each part but the last one removes its devices.
describe('war room', async () => void (await import('./live/war-room.ts')))
describe('lost connection', async () => void (await import('./live/lost-connection.ts')))
describe('many sensors', async () => void (await import('./live/many-sensors.ts')))
