import { describe } from 'vitest'
import './alarms/alarms-stage.ts'

// One server and one browser for all; each part removes its devices, the first one its rules too.
describe('rules', async () => void (await import('./alarms/rules.ts')))
describe('edges', async () => void (await import('./alarms/list-edges.ts')))
describe('handover', async () => void (await import('./alarms/handover.ts')))
describe('list follows', async () => void (await import('./alarms/list-follows.ts')))
describe('list away', async () => void (await import('./alarms/list-away.ts')))
describe('list beside failures', async () =>
  void (await import('./alarms/list-beside-failures.ts')))
describe('shelf to the end of the shift', async () =>
  void (await import('./alarms/shelf-to-shift-end.ts')))
describe('closed device', async () => void (await import('./alarms/closed-device.ts')))
describe('list', async () => void (await import('./alarms/list.ts')))
describe('panels', async () => void (await import('./alarms/analysis-panels.ts')))
