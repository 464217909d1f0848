import { expect, test } from 'vitest'
import { chosenItems } from './chosen-items.ts'

const node = (nodeId: string, name: string) => ({
  node: { nodeId, name, isVariable: true, mayHaveChildren: false },
})

test('OU20 what is chosen becomes items of the device, each once, with keys of their own', () => {
  const present = [{ nodeId: 'ns=1;s=a.Speed', lesiId: 'PRESS-1', key: 'Speed' }]
  const described = {
    ...{ dataType: 'Double', isArray: true, isWritable: false, unit: '', low: null, high: null },
    ...{ states: {}, description: '', value: '' },
  }
  const chosen = [
    node('ns=1;s=a.Speed', 'Speed'),
    node('ns=1;s=b.Speed', 'Speed'),
    node('ns=1;s=b.Speed', 'Speed'),
    node('nsu=http://plant;s=Level', 'Level'),
    node('ns=2;s=Level', 'Level'),
    node('ns=3;s=Level', 'Level'),
    node('ns=1;s=row', 'Row'),
  ]
  const row = { ...described, nodeId: 'ns=1;s=row' }
  expect(chosenItems('PRESS-1', chosen, [row], present)).toEqual([
    { nodeId: 'ns=1;s=b.Speed', lesiId: 'PRESS-1', key: 'b.Speed' },
    { nodeId: 'nsu=http://plant;s=Level', lesiId: 'PRESS-1', key: 'Level' },
    { nodeId: 'ns=2;s=Level', lesiId: 'PRESS-1', key: 'Level 2' },
    { nodeId: 'ns=3;s=Level', lesiId: 'PRESS-1', key: 'Level 3' },
    { nodeId: 'ns=1;s=row', lesiId: 'PRESS-1', key: 'Row[0]', element: '0' },
  ])
  expect(chosenItems('PRESS-2', chosen.slice(0, 1), [], present)).toHaveLength(1)
})

test('OU20 properties of a variable at the server are proposed for its sensor', () => {
  const hintOf = (own: object) => {
    const description = {
      ...{ nodeId: 'ns=1;s=v', dataType: 'Double', isArray: false, isWritable: false, unit: '' },
      ...{ low: null, high: null, states: {}, description: '', value: '', ...own },
    }
    return chosenItems('PRESS-1', [node('ns=1;s=v', 'v')], [description], [])[0]?.hint
  }
  expect(hintOf({ unit: 'bar' })).toEqual({ unit: 'bar', type: 'analog' })
  expect(hintOf({ low: 0, high: 5 })).toEqual({ unit: '', type: 'analog' })
  expect(hintOf({ dataType: 'Boolean' })).toEqual({ unit: '', type: 'detector' })
  expect(hintOf({ dataType: 'Mode', states: { '0': 'off' } })).toEqual({ unit: '', type: 'lamp' })
  expect(hintOf({ dataType: 'String' })).toEqual({ unit: '', type: 'string' })
  expect(hintOf({})).toBeUndefined()
})
