import { describe } from 'vitest'
import './screens/screens-stage.ts'

// One server and one browser for all of them; each part removes its devices. The first one counts
// the stops of the tab key, to which what other parts leave behind would add.
describe('keyboard', async () => void (await import('./screens/keyboard.ts')))
describe('public', async () => void (await import('./screens/public.ts')))
describe('layout', async () => void (await import('./screens/layout.ts')))
describe('phone', async () => void (await import('./screens/phone.ts')))
describe('places', async () => void (await import('./screens/places.ts')))
describe('small phone', async () => void (await import('./screens/small-phone.ts')))
