import { describe } from 'vitest'
// One server and one browser for all of them.
import './charts/curves.ts'
import './charts/touch.ts'
import './charts/other-kinds.ts'
import './charts/limits.ts'
import './charts/alarm-spans.ts'
import './charts/exports.ts'
import './charts/schedules.ts'
import './charts/reports.ts'
import './charts/imports.ts'
import './charts/group.ts'
import './charts/comparison.ts'
import './charts/annotations.ts'
import './charts/pictures.ts'
import './charts/assistant.ts'

// Removes the devices of the others first.
describe('details', async () => void (await import('./charts/sensor-detail.ts')))
