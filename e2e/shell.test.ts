import { describe } from 'vitest'
import './shell/shell-stage.ts'

// One server and one browser for all of them. The walk adds what it needs; a password of the demo
// accounts is another one after the last part.
describe('tabs', async () => void (await import('./shell/tabs.ts')))
describe('settings', async () => void (await import('./shell/settings.ts')))
describe('top bar', async () => void (await import('./shell/top-bar.ts')))
describe('addresses', async () => void (await import('./shell/addresses.ts')))
describe('layout', async () => void (await import('./shell/layout.ts')))
describe('odd addresses', async () => void (await import('./shell/odd-addresses.ts')))
describe('focus', async () => void (await import('./shell/focus.ts')))
describe('walk', async () => void (await import('./shell/walk.ts')))
describe('sign-in', async () => void (await import('./shell/sign-in.ts')))
