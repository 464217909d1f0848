import { describe } from 'vitest'
import './live/live-stage.ts'

// One server and one browser for both; each part removes its devices.
describe('war room', async () => void (await import('./live/war-room.ts')))
describe('lost connection', async () => void (await import('./live/lost-connection.ts')))
