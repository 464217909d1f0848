import { describe } from 'vitest'
import './shell/tabs.ts'
import './shell/settings.ts'
import './shell/top-bar.ts'
import './shell/addresses.ts'
import './shell/layout.ts'
import './shell/odd-addresses.ts'
import './shell/focus.ts'

// One server and one browser for all of them. The walk adds what it needs; a password of the demo
// accounts is another one after the last part.
describe('walk', async () => void (await import('./shell/walk.ts')))
describe('sign-in', async () => void (await import('./shell/sign-in.ts')))
