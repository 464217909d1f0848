import { describe } from 'vitest'
import './room/room-stage.ts'

// One server and one browser for all of them; each part removes its devices. The first one looks
// at accounts by their number.
describe('names', async () => void (await import('./room/names.ts')))
describe('wrong clock', async () => void (await import('./room/wrong-clock.ts')))
describe('contract', async () => void (await import('./room/contract.ts')))
describe('first page', async () => void (await import('./room/first-page.ts')))
describe('beyond limits', async () => void (await import('./room/beyond-limits.ts')))
describe('on a phone', async () => void (await import('./room/on-a-phone.ts')))
describe('figures', async () => void (await import('./room/figures.ts')))
describe('gauge', async () => void (await import('./room/gauge.ts')))
describe('contrast', async () => void (await import('./room/contrast.ts')))
describe('past', async () => void (await import('./room/past.ts')))
describe('print', async () => void (await import('./room/print.ts')))
