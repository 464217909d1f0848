import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LesiId } from '#kit/model/device.ts'
import { isOwnTopicFilter, topicsOfFilter } from '../mqtt/device-filters.ts'
import { parseDeviceTopic } from '../mqtt/device-topics.ts'
import { lesiIdOfDevice, lesiIdOfNode, parseSparkplugTopic } from './sparkplug-topics.ts'

const level = fc.stringMatching(/^[^/+#]{1,80}$/u)

it('IN50 gives edge nodes and their devices LESI IDs, each its own', () => {
  expect(lesiIdOfNode('Plant1', 'Line-7')).toBe('Plant1--Line-7')
  expect(lesiIdOfDevice('Plant1--Line-7', 'Pump_2')).toBe('Plant1--Line-7--Pump_2')
  expect(lesiIdOfNode('Werk Süd', 'A')).toMatch(/^Werk_S_d--A_[0-9a-f]{10}$/)
  // Names that would read alike stay different.
  expect(lesiIdOfNode('a--b', 'c')).not.toBe(lesiIdOfNode('a', 'b--c'))
  expect(lesiIdOfNode('a-', 'b')).not.toBe(lesiIdOfNode('a', '-b'))
  const names = fc.uniqueArray(fc.tuple(level, level), {
    selector: (pair) => JSON.stringify(pair),
    minLength: 2,
  })
  fc.assert(
    fc.property(names, level, (pairs, device) => {
      const nodes = pairs.map(([group, node]) => lesiIdOfNode(group, node))
      const devices = nodes.map((node) => lesiIdOfDevice(node, device))
      expect(new Set([...nodes, ...devices]).size).toBe(2 * pairs.length)
      for (const id of [...nodes, ...devices]) expect(LesiId.safeParse(id).success, id).toBe(true)
      for (const [index, id] of devices.entries())
        expect(id.startsWith(`${nodes[index]}--`)).toBe(true)
    }),
  )
})

it('IN50 reads the topics of edge nodes and no other', () => {
  expect(parseDeviceTopic('spBv1.0/G/DDATA/N/D')).toMatchObject({
    ...{ lesiId: 'G--N', kind: 'sparkplug' },
    sparkplug: { group: 'G', node: 'N', kind: 'DDATA', device: 'D' },
  })
  expect(parseSparkplugTopic('spBv1.0/G/NBIRTH/N')).toMatchObject({ device: null })
  for (const topic of [
    ...['spBv1.0/G/NBIRTH/N/D', 'spBv1.0/G/DDATA/N', 'spBv1.0/G/DDATA/N/', 'spBv1.0//NDATA/N'],
    ...['spBv1.0/G/NCMD/N', 'spBv1.0/STATE/host', 'spAv1.0/G/NDATA/N', 'spBv1.0/G/DDATA/N/D/E'],
    ...['spBv1.0/G/toString/N', 'spBv1.0/'],
  ])
    expect(parseDeviceTopic(topic), topic).toBeNull()
  fc.assert(fc.property(fc.string(), (topic) => void parseDeviceTopic(`spBv1.0/${topic}`)))
})

it('IN50 lets an edge node subscribe to its own commands and the state of its host', () => {
  const own = (filter: string) => isOwnTopicFilter(filter, 'G--N', 'host')
  for (const filter of [
    ...['spBv1.0/G/NCMD/N', 'spBv1.0/G/NCMD/N/#', 'spBv1.0/G/DCMD/N/+', 'STATE/host', 'STATE/+'],
    ...['spBv1.0/STATE/host', 'spBv1.0/STATE/#'],
  ])
    expect(own(filter), filter).toBe(true)
  for (const filter of [
    ...['spBv1.0/G/NCMD/M', 'spBv1.0/+/NCMD/N', 'spBv1.0/G/NDATA/N', 'spBv1.0/#', 'STATE/other'],
    ...['spBv1.0/G/DCMD/N/x/y', '#'],
  ])
    expect(own(filter), filter).toBe(false)
  expect(topicsOfFilter('spBv1.0/STATE/+', 'host')).toEqual(['spBv1.0/STATE/host'])
  expect(topicsOfFilter('STATE/host', 'host')).toEqual(['STATE/host'])
})
