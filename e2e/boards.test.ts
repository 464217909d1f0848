import { describe } from 'vitest'
import './boards/boards-stage.ts'

// One server and one browser for all of them; each part removes its devices. The first one begins
// without any page, and a link to a board lists what is there of the others.
describe('pages', async () => void (await import('./boards/pages.ts')))
describe('first page', async () => void (await import('./boards/first-page.ts')))
describe('several sensors', async () => void (await import('./boards/several-sensors.ts')))
describe('kinds', async () => void (await import('./boards/placed-kinds.ts')))
describe('sizes', async () => void (await import('./boards/size-limits.ts')))
describe('ends', async () => void (await import('./boards/closed-elsewhere.ts')))
describe('dashboards', async () => void (await import('./boards/dashboards.ts')))
describe('wall', async () => void (await import('./boards/wall.ts')))
describe('played', async () => void (await import('./boards/played-layouts.ts')))
describe('sensors drawer', async () => void (await import('./boards/sensors-drawer.ts')))
describe('named devices', async () => void (await import('./boards/named-devices.ts')))
describe('narrow widgets', async () => void (await import('./boards/narrow-widgets.ts')))
describe('narrow kinds', async () => void (await import('./boards/narrow-kinds.ts')))
describe('value widths', async () => void (await import('./boards/value-widths.ts')))
describe('stored wrongly', async () => void (await import('./boards/stored-wrongly.ts')))
describe('menus', async () => void (await import('./boards/menus.ts')))
describe('away', async () => void (await import('./boards/server-away.ts')))
describe('beside others', async () => void (await import('./boards/edit-beside-others.ts')))
describe('near edges', async () => void (await import('./boards/near-edges.ts')))
describe('slow saves', async () => void (await import('./boards/slow-saves.ts')))
describe('lost answers', async () => void (await import('./boards/lost-answers.ts')))
describe('compact bars', async () => void (await import('./boards/compact-bars.ts')))
describe('kiosk', async () => void (await import('./boards/kiosk.ts')))
