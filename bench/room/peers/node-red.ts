import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PeerProgram } from './peer.ts'

const groups = 20
const valuesOfGroup = 10

/** Ten texts a second from now on, each with another number. */
const nextValues = `
const number = (context.get('number') ?? 10000) + 1
context.set('number', number)
return Array.from({ length: ${valuesOfGroup} }, () => ({ payload: (number / 100).toFixed(2) }))`

const widgetId = (group: number, index: number) => `text-${group}-${index}`
const list = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))

const interface_ = [
  { id: 'tab', type: 'tab', label: 'Values' },
  { id: 'base', type: 'ui-base', name: 'Room', path: '/dashboard', includeClientData: true },
  { id: 'theme', type: 'ui-theme', name: 'Plain', colors: {}, sizes: {} },
  {
    ...{ id: 'page', type: 'ui-page', name: 'Room', ui: 'base', path: '/room', layout: 'grid' },
    ...{ theme: 'theme', order: 1, visible: true, disabled: false },
  },
]

/** A group of ten texts, which a function feeds once a second at a moment of its own. */
const partOf = (group: number) => [
  {
    ...{ id: `group-${group}`, type: 'ui-group', name: `Device ${group}`, page: 'page' },
    ...{ width: 3, height: 1, order: group + 1, showTitle: true, groupType: 'default' },
    ...{ visible: 'true', disabled: 'false' },
  },
  {
    ...{ id: `clock-${group}`, type: 'inject', z: 'tab', repeat: '1', once: true },
    ...{ onceDelay: 1 + group / groups, props: [{ p: 'payload' }], payloadType: 'date' },
    wires: [[`values-${group}`]],
  },
  {
    ...{ id: `values-${group}`, type: 'function', z: 'tab', func: nextValues },
    ...{ outputs: valuesOfGroup, libs: [] },
    wires: list(valuesOfGroup, (index) => [widgetId(group, index)]),
  },
  ...list(valuesOfGroup, (index) => ({
    ...{ id: widgetId(group, index), type: 'ui-text', z: 'tab', group: `group-${group}` },
    ...{ order: index + 1, width: 0, height: 0, label: `Sensor ${index} of ${group}` },
    ...{ format: '{{msg.payload}}', layout: 'row-spread', wires: [] },
  })),
]

/** Node-RED with Dashboard 2: 200 texts in 20 groups. */
export const nodeRed: PeerProgram = {
  name: 'Node-RED Dashboard 2',
  packages: ['node-red', '@flowfuse/node-red-dashboard'],
  prepare(modules, home, port) {
    mkdirSync(home, { recursive: true })
    // It looks for its widgets there.
    symlinkSync(modules, join(home, 'node_modules'))
    const flows = [...interface_, ...list(groups, partOf).flat()]
    writeFileSync(join(home, 'flows.json'), JSON.stringify(flows))
    const settings = { flowFile: 'flows.json', uiHost: '127.0.0.1', uiPort: port }
    const quiet = { telemetry: { enabled: false }, logging: { console: { level: 'warn' } } }
    const text = `module.exports = ${JSON.stringify({ ...settings, ...quiet })}`
    writeFileSync(join(home, 'settings.js'), text)
    const program = join(modules, 'node-red', 'red.js')
    return { file: program, arguments: ['--userDir', home], path: '/dashboard/room' }
  },
  valueSelector: '.nrdb-ui-text-value',
}
